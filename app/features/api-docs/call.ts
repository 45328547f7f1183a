import type { z } from "zod";
import type { ErrorStatus } from "../error-codes.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type MediaType = `${string}/${string}`;

/** The successful response of a call: JSON (`reply`), another media type, or a redirect, described by its target. */
export type Success<Reply extends z.ZodType> =
  | { reply: Reply; produces?: undefined; redirectsTo?: undefined }
  | { reply?: undefined; produces: MediaType; redirectsTo?: undefined }
  | { reply?: undefined; produces?: undefined; redirectsTo: string };

export interface CallDescription {
  /** What the call does, in one Japanese sentence. */
  summary: string;
  description?: string;
  /** A body of files instead of JSON: its media type, and its fields with their descriptions. */
  upload?: { type: MediaType; fields: Record<string, string> };
  /** Status of the successful response, where it is not 200. */
  successStatus?: 201;
  /** Further statuses without an error body, with their descriptions. 201 and 202 have the same body as 200. */
  otherStatuses?: Partial<Record<201 | 202 | 204 | 206 | 303 | 304 | 412 | 416, string>>;
  /** Error statuses that do not follow from the schemas, the limit and who may call. */
  errorStatuses?: readonly ErrorStatus[];
}

/** A call as its endpoint declares it. */
export type CallDeclaration = CallDescription &
  Success<z.ZodType> & {
    /** Who may call: everybody, everyone with an account, approved members, the admin, or members and the admin. */
    who: "anyone" | "accounts" | "members" | "admin" | "members-or-admin";
    params?: z.ZodType<unknown, Record<string, unknown>>;
    query?: z.ZodType<unknown, Record<string, unknown>>;
    body?: z.ZodType;
    limit?: Limit;
  };

/** `max` times in `windowS` seconds, counted per member or per address. */
export interface Limit {
  readonly per: "member" | "address";
  readonly max: number;
  readonly windowS: number;
}

export interface Call {
  method: Method;
  /** The route's pattern with a leading slash: `/api/tracks/:id`. */
  pattern: string;
  declared: CallDeclaration;
}
