/** What the official conformance suite calls by name, added to our own server: its scenarios look at how answers travel. */
import { fromJsonSchema, type JsonSchemaType, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const
const resource = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const
const text = (words: string) => ({ type: 'text', text: words }) as const

const answers = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' } as const],
  test_embedded_resource: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
}

/** Keywords of JSON Schema 2020-12 that have to reach the client as they are. */
const keywords = JSON.parse(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
    }
  },
  "properties": {
    "name": { "type": "string" },
    "address": { "$ref": "#/$defs/address" },
    "contactMethod": { "type": "string", "enum": ["phone", "email"] },
    "phone": { "type": "string" },
    "email": { "type": "string" }
  },
  "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
  "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
  "then": { "required": ["phone"] },
  "else": { "required": ["email"] },
  "additionalProperties": false
}`) as JsonSchemaType

export function addFixtures(server: McpServer): McpServer {
  const config = { description: 'A fixture', inputSchema: z.object({}) }
  for (const [name, content] of Object.entries(answers)) server.registerTool(name, config, () => ({ content }))
  server.registerTool('test_error_handling', config, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool('test_tool_with_progress', config, async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100])
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
    return { content: [text('Done')] }
  })
  const described = { description: 'A fixture', inputSchema: fromJsonSchema(keywords) }
  server.registerTool('json_schema_2020_12_tool', described, () => ({ content: [text('Done')] }))
  return server
}
