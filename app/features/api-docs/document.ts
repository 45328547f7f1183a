import type { Limit } from "./call.ts";
import type { JsonSchema } from "./schema-book.ts";

/** The parts of OpenAPI 3.1 that the document uses. */
export interface ApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ApiResponse>;
    headers: Record<string, ApiHeader>;
    securitySchemes: Record<string, { type: "apiKey"; in: "cookie"; name: string; description: string }>;
  };
}

export interface ApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, never[]>[];
  parameters?: ApiParameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ApiResponse | { $ref: string }>;
  "x-who": "anyone" | "accounts" | "members";
  "x-limit"?: Limit;
}

export interface ApiParameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, ApiHeader | { $ref: string }>;
  content?: Content;
}

interface ApiHeader {
  description: string;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;
