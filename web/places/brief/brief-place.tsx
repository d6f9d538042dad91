export function BriefPlace({ id }: { id: number }) {
  return <h1 className="page-title">#{id}</h1>
}
