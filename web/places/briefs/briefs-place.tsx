export function BriefsPlace() {
  return <h1 className="page-title">Briefs</h1>
}
