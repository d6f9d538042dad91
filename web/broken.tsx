import { useEffect, useState } from 'react'
import { Button } from './bloom/button.tsx'
import { ErrorState } from './bloom/nothing.tsx'
import { Sheet } from './bloom/section.tsx'
import { dropTyped } from './bloom/write/type-ahead.ts'

/** A place that broke: its script could not be fetched, say, after flower was renewed. What was written is kept. */
export function Broken() {
  const [away, setAway] = useState(false)
  useEffect(dropTyped, [])
  // A window that is loaded anew while nobody answers is lost to the browser's own error.
  const again = () =>
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      () => window.location.reload(),
      () => setAway(true),
    )
  return (
    <Sheet place="nowhere">
      <h1 className="hide">It broke</h1>
      <ErrorState
        action={
          <Button small onClick={() => void again()}>
            Load it again
          </Button>
        }
      >
        This place broke, or could not be fetched. What you have written is kept in this browser.
        {away && ' flower does not answer yet: load it again once it does.'}
      </ErrorState>
    </Sheet>
  )
}
