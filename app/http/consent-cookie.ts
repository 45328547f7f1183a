import { randomBytes } from "node:crypto";
import type { Consent } from "#app/features/consent/consent.ts";
import { cookieHeader, cookieName, isSecure, readCookie } from "./cookies.ts";

const name = "mugen_consent";
const yearS = 365 * 24 * 60 * 60;

interface Visit {
  /** The visit's random name, which we gave; null until something was answered. */
  id: string | null;
  consent: Consent;
}

/** What this browser has answered to the cookie banner; undecided for a year-old, foreign or missing answer. */
export function readConsent(request: Request, url: URL): Visit {
  const value = readCookie(request, cookieName(name, isSecure(url))) ?? "";
  const [, id, consent] = /^([A-Za-z0-9_-]{22})\.(undecided|essential|all)$/.exec(value) ?? [];
  if (!id || (consent !== "essential" && consent !== "all")) return { id: id ?? null, consent: "undecided" };
  return { id, consent };
}

/** Keeps an answer for a year. */
export function consentCookie(visit: { id: string; consent: Consent }, url: URL): string {
  const value = `${visit.id}.${visit.consent}`;
  return cookieHeader({ name, value, maxAge: yearS, secure: isSecure(url) });
}

/** A new visit's name: 128 random bits, which nobody guesses and no client chooses. */
export const newVisitId = () => randomBytes(16).toString("base64url");
