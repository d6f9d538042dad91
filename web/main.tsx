import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Empty, Loading } from './bloom/nothing.tsx'
import './bloom/styles/bloom.css'

const Specimen = lazy(() => import('./bloom/specimen.tsx').then(module => ({ default: module.Specimen })))

function Page() {
  if (window.location.pathname === '/bloom') {
    return (
      <Suspense fallback={<Loading />}>
        <Specimen />
      </Suspense>
    )
  }
  return (
    <main className="sheet">
      <Empty>
        There is no place at this address. <a href="/bloom">bloom</a> shows the parts that places are made of.
      </Empty>
    </main>
  )
}

const root = document.getElementById('page')
if (root === null) throw new Error('index.html has lost its #page')
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
