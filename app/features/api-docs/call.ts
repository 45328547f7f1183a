import type { z } from "zod";
import type { ErrorStatus } from "../error-codes.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type MediaType = `${string}/${string}`;

export type Success<Reply extends z.ZodType> =
  | { reply: Reply; produces?: undefined; redirectsTo?: undefined }
  | { reply?: undefined; produces: MediaType; redirectsTo?: undefined }
  | { reply?: undefined; produces?: undefined; redirectsTo: string };

export interface CallDescription {
  /** One Japanese sentence. */
  summary: string;
  description?: string;
  /** A body of files instead of JSON: its media type, and its fields with their descriptions. */
  upload?: { type: MediaType; fields: Record<string, string> };
  successStatus?: 201;
  /** Without an error body; the values describe them. 201 and 202 have the same body as 200. */
  otherStatuses?: Partial<Record<201 | 202 | 204 | 206 | 303 | 304 | 412 | 416, string>>;
  /** Only those that do not follow from the schemas, the limit and `who`. */
  errorStatuses?: readonly ErrorStatus[];
}

export type CallDeclaration = CallDescription &
  Success<z.ZodType> & {
    /** `accounts`: everyone with an account, approved or not. */
    who: "anyone" | "accounts" | "members" | "admin" | "members-or-admin";
    params?: z.ZodType<unknown, Record<string, unknown>>;
    query?: z.ZodType<unknown, Record<string, unknown>>;
    body?: z.ZodType;
    limit?: Limit;
  };

export interface Limit {
  readonly per: "member" | "address";
  readonly max: number;
  readonly windowS: number;
}

export interface Call {
  method: Method;
  /** With a leading slash: `/api/tracks/:id`. */
  pattern: string;
  declared: CallDeclaration;
}
