import { randomBytes } from "node:crypto";
import type { Consent } from "#app/features/consent/consent.ts";
import { cookieName, isSecure, readCookie, serializeCookie, yearS } from "./cookie.ts";

const name = "mugen_consent";

interface ConsentVisit {
  /** Random, from the server; null before the first answer. */
  id: string | null;
  consent: Consent;
}

/** Undecided if the cookie is missing, expired or malformed. */
export function readConsent(request: Request, url: URL): ConsentVisit {
  const value = readCookie(request, cookieName(name, isSecure(url))) ?? "";
  const [, id, consent] = /^([A-Za-z0-9_-]{22})\.(undecided|essential|all)$/.exec(value) ?? [];
  if (!id || (consent !== "essential" && consent !== "all")) return { id: id ?? null, consent: "undecided" };
  return { id, consent };
}

/** The Set-Cookie header, for a year. */
export function consentCookie(visit: { id: string; consent: Consent }, url: URL): string {
  const value = `${visit.id}.${visit.consent}`;
  return serializeCookie({ name, value, maxAge: yearS, secure: isSecure(url) });
}

/** 128 random bits: unguessable. */
export const newVisitId = () => randomBytes(16).toString("base64url");
