import type { ApiDocument, ApiOperation, ApiParameter } from "./document.ts";
import { type JsonSchema, schemaPath } from "./schema-book.ts";

/** A call as it is typed into a shell, with `$MUGEN` for the site's address and `$COOKIE` for the session. */
export function exampleRequest(o: {
  method: string;
  path: string;
  operation: ApiOperation;
  schemas: ApiDocument["components"]["schemas"];
}): string {
  const { method, path, operation, schemas } = o;
  const { parameters = [], requestBody } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURI(parameterExample(parameters.find((one) => one.in === "path" && one.name === name))),
  );
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    if (parameter.in === "query" && (parameter.required || parameter.name === "limit"))
      query.set(parameter.name, parameter.name === "limit" ? "20" : parameterExample(parameter));
  }
  const address = query.toString() ? `${filled}?${query}` : filled;
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content && exampleOf(content.schema, schemas);
  const words = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$MUGEN${address}"`,
    operation["x-who"] === "anyone" ? "" : '-b "$COOKIE"',
    ...(type === "application/json"
      ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2)}'`]
      : type
        ? Object.keys(content?.schema.properties ?? {}).map((name) => `-F '${name}=@file'`)
        : []),
  ];
  return words.filter(Boolean).join(" \\\n  ");
}

function parameterExample(parameter: ApiParameter | undefined): string {
  if (!parameter) return "";
  const { schema, name } = parameter;
  if (schema.examples?.[0] !== undefined) return String(schema.examples[0]);
  if (schema.enum?.[0] !== undefined) return String(schema.enum[0]);
  if (schema.pattern && new RegExp(schema.pattern).test("1")) return "1";
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** A value that fits a schema, as far as its words tell: examples first, and of objects the fields that must be there. */
function exampleOf(schema: JsonSchema, schemas: ApiDocument["components"]["schemas"]): unknown {
  const named = schema.$ref && schemas[schema.$ref.slice(schemaPath.length)];
  if (named) return exampleOf(named, schemas);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const [first] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (first) return exampleOf(first, schemas);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const required = schema.required ?? [];
    const fields = Object.entries(schema.properties ?? {});
    const shown =
      required.length > 0 ? fields.filter(([name]) => required.includes(name)) : fields.slice(0, 1);
    return Object.fromEntries(
      shown.map(([name, field]) => [name, typeof field === "object" ? exampleOf(field, schemas) : null]),
    );
  }
  if (type === "array") {
    const { items } = schema;
    return typeof items === "object" && !Array.isArray(items) ? [exampleOf(items, schemas)] : [];
  }
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  return "…";
}
