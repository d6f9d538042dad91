/** Reads the checkout for the walls: its files, and what each TypeScript file imports, exports and does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

type SyntaxNode = { type: string } & Record<string, unknown>

/** A file of the checkout; `path` is relative to it, with `/`. Only TypeScript files have been parsed. */
export type SourceFile = { path: string; lines: number; nodes: SyntaxNode[]; imports: string[] }

const FOLDERS = ['src', 'web', 'test', 'bench', 'scripts', 'bin', 'docs']
const PARSED = /\.(ts|tsx|mjs)$/

/** Every file below the folders that we write in. */
export function readTree(root: string): SourceFile[] {
  const present = new Set(readdirSync(root))
  return FOLDERS.filter(folder => present.has(folder)).flatMap(folder => readFolder(root, folder))
}

function readFolder(root: string, folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : readFolder(root, path)
    return [readSource(root, path)]
  })
}

function readSource(root: string, path: string): SourceFile {
  if (!PARSED.test(path)) return { path, lines: 0, nodes: [], imports: [] }
  const text = readFileSync(join(root, path), 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`)
  const nodes = collect(program)
  return { path, lines: text.split('\n').length - 1, nodes, imports: nodes.flatMap(importedName) }
}

function collect(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(collect)
  if (!isRecord(value)) return []
  const below = Object.values(value).flatMap(collect)
  return isNode(value) ? [value, ...below] : below
}

/** What a node names as another module: `import`, `import()`, `export … from`, and `import('…')` as a type. */
function importedName(node: SyntaxNode): string[] {
  const kinds = [
    'ImportDeclaration',
    'ImportExpression',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'TSImportType',
  ]
  const { source } = node
  return kinds.includes(node.type) && isRecord(source) && typeof source['value'] === 'string' ? [source['value']] : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isNode(value: Record<string, unknown>): value is SyntaxNode {
  return typeof value['type'] === 'string'
}
