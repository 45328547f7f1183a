import { hash, randomBytes } from "node:crypto";

/** Of 256 bits, for cookies and links. */
export const createToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token: nobody who reads the table can use it. */
export const hashToken = (token: string): string => hash("sha256", token, "base64url");
