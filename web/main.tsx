import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './bloom/styles/bloom.css'
import { queries } from './house/queries.ts'
import { router } from './router.tsx'

const root = document.getElementById('page')
if (root === null) throw new Error('index.html has lost its #page')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
