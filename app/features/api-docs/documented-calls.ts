import type { oas31 } from "zod-openapi";
import type { CallDeclaration } from "./call.ts";

export type JsonSchema = oas31.SchemaObject | oas31.ReferenceObject;

export interface DocumentedCall {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description?: string;
  who: CallDeclaration["who"];
  parameters: oas31.ParameterObject[];
  body?: Content;
  responses: { status: string; description: string; content?: Content; isPaged: boolean }[];
  errorStatuses: string[];
}

interface Content {
  type: string;
  schema: JsonSchema;
}

export function documentedCalls(document: oas31.OpenAPIObject): DocumentedCall[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (["get", "post", "put", "patch", "delete"] as const).flatMap((method) => {
      const operation = item[method];
      return operation ? [documentedCall(method.toUpperCase(), path, operation)] : [];
    }),
  );
}

function documentedCall(method: string, path: string, operation: oas31.OperationObject): DocumentedCall {
  const { operationId = "", tags: [tag = ""] = [], summary = "", description, requestBody } = operation;
  const responses = Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(operation.responses ?? {});
  return {
    id: operationId,
    method,
    path,
    tag,
    summary,
    description,
    who: operation["x-who"],
    parameters: (operation.parameters ?? []).flatMap((one) => ("$ref" in one ? [] : [one])),
    body: bodyOf(requestBody),
    responses: responses.flatMap(([status, response]) =>
      "$ref" in response
        ? []
        : [
            {
              status,
              description: response.description,
              content: bodyOf(response),
              isPaged: response.headers?.Link !== undefined,
            },
          ],
    ),
    errorStatuses: responses.map(([status]) => status).filter((status) => /^[45]/.test(status)),
  };
}

/** Every body of the document has one media type. */
function bodyOf(
  part: oas31.RequestBodyObject | oas31.ResponseObject | oas31.ReferenceObject | undefined,
): Content | undefined {
  const [content] = part && "content" in part ? Object.entries(part.content ?? {}) : [];
  return content && { type: content[0], schema: content[1].schema ?? {} };
}

export const componentName = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);
