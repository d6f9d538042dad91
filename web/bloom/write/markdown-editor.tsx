/** The editor behind `MarkdownField`: heavy, and loaded when somebody begins to write. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown'
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension, RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { bringKeyboard } from '../keys.ts'
import type { MarkdownFieldProps } from './markdown-field.tsx'

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--paper-sunk)', color: 'var(--ink)', borderRadius: 'var(--r-2)' },
  '&.cm-focused': { outline: 'var(--focus) solid var(--petal)', outlineOffset: '-1px' },
  '.cm-scroller': {
    minHeight: 'clamp(16rem, 100vh - 27rem, 31.5rem)',
    maxHeight: 'clamp(16rem, 100vh - 27rem, 33rem)',
    overflow: 'auto',
    font: 'inherit',
  },
  '.cm-content': { padding: 'var(--s-3)', caretColor: 'var(--ink)', font: '400 var(--text-mono)/1.25rem var(--mono)' },
  '.cm-line': { padding: '0' },
  '.cm-specialChar': { color: 'var(--clay-ink)' },
})

const highlight = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '500', color: 'var(--ink)', textDecoration: 'none' },
  { tag: tags.strong, fontWeight: '500' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.monospace, tags.quote], color: 'var(--ink-2)' },
  { tag: [tags.processingInstruction, tags.url, tags.labelName, tags.contentSeparator], color: 'var(--ink-3)' },
])

const ownDirection = Decoration.line({ attributes: { dir: 'auto' } })

/** Every line in view finds its own direction. */
const directions: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = linesOf(view)
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = linesOf(view)
    }
  },
  { decorations: plugin => plugin.decorations },
)

function linesOf({ visibleRanges, state: { doc } }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges) {
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      lines.add(line.from, line.from, ownDirection)
      if (line.to >= to || line.number === doc.lines) break
    }
  }
  return lines.finish()
}

/**
 * What was typed before the editor was there, and what is typed over a selection. Left to itself a browser keeps the look of what goes by a style on the new text, which
 * the content policy refuses.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data, isComposing, isTrusted } = event
    if (inputType !== 'insertText' || data === null || isComposing || view.composing) return false
    if (isTrusted && view.state.selection.main.empty) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})

export function MarkdownEditor(props: MarkdownFieldProps) {
  const { value } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const now = useRef(props)
  /** What the outside has heard last. */
  const told = useRef(value)
  useLayoutEffect(() => {
    now.current = props
  })
  useEffect(() => {
    const host = box.current
    if (host === null) return
    // The content policy takes no <style> of a script. In a root of its own the editor adopts its sheets instead.
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const save = () => {
      now.current.onSave()
      return true
    }
    const state = EditorState.create({
      doc: told.current,
      extensions: [
        keymap.of([
          { key: 'Mod-s', run: save, preventDefault: true },
          { key: 'Mod-Enter', run: save, preventDefault: true },
          ...markdownKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        history(),
        new LanguageSupport(markdownLanguage),
        syntaxHighlighting(highlight),
        highlightSpecialChars(),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        directions,
        typeOver,
        look,
        EditorView.contentAttributes.of({ 'aria-label': now.current.label, spellcheck: 'false' }),
        EditorView.updateListener.of(update => {
          if (!update.docChanged) return
          const text = update.state.doc.toString()
          if (text === told.current) return
          told.current = text
          // Drawn before the next key: who saves at once saves this, and not what stood here a moment ago.
          flushSync(() => now.current.onChange(text))
        }),
      ],
    })
    const made = new EditorView({ state, root, parent: root })
    view.current = made
    bringKeyboard(made.contentDOM)
    return () => made.destroy()
  }, [])
  useEffect(() => {
    if (value === told.current || view.current === undefined) return
    told.current = value
    view.current.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: value } })
  }, [value])
  return <div ref={box} className="editor-host" />
}
