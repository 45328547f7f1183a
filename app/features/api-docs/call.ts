import type { z } from "zod";
import type { ErrorStatus } from "../error-codes.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type MediaType = `${string}/${string}`;

/** What a call answers when all is well: the JSON of a 200, other bytes, or (`leads`) a redirect, in words where to. */
export type Success<Reply extends z.ZodType> =
  | { reply: Reply; produces?: undefined; leads?: undefined }
  | { reply?: undefined; produces: MediaType; leads?: undefined }
  | { reply?: undefined; produces?: undefined; leads: string };

/** What an endpoint says of one of its methods, beside its schemas. */
export interface Words {
  /** What the call does, in one Japanese sentence. */
  summary: string;
  /** What a caller should know besides, in Japanese. */
  description?: string;
  /** A body that is not JSON: its type, and its parts with what they are. */
  takes?: { type: MediaType; fields: Record<string, string> };
  /** Other statuses, and when: of success, and refusals that carry no error. 201 has the shape of the 200. */
  further?: Partial<Record<201 | 206 | 303 | 304 | 412 | 416, string>>;
  /** Refusals that the schemas, the limit and the callers don't tell of already. */
  refuses?: readonly ErrorStatus[];
}

/** A call as its endpoint declares it. */
export type Declared = Words &
  Success<z.ZodType> & {
    /** Who may call: everybody, whoever has an account, or approved members. */
    who: "anyone" | "accounts" | "members";
    params?: z.ZodType;
    query?: z.ZodType;
    body?: z.ZodType;
    limit?: Limit;
  };

/** `most` times in `everyS` seconds, counted by member or by address. */
export interface Limit {
  readonly per: "member" | "address";
  readonly most: number;
  readonly everyS: number;
}

/** A call with where it is found. */
export interface Call {
  method: Method;
  /** As in the route table, with a slash before it: `/api/tracks/:id`. */
  pattern: string;
  declared: Declared;
}
