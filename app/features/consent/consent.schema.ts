import { z } from "zod";

/** How the device names its visit; one that was not given here is replaced in the answer. */
const visitId = z
  .string({ error: "idを指定してください" })
  .regex(/^[A-Za-z0-9_-]{8,64}$/, "idは8〜64文字の英数字、ハイフン、アンダースコアで指定してください");

/** `POST /api/session`. */
export const sessionSchema = z.object({
  id: visitId,
  cookieConsent: z.boolean({ error: "cookieConsentはtrueかfalseで指定してください" }),
  analyticsConsent: z.boolean({ error: "analyticsConsentはtrueかfalseで指定してください" }),
});

/** The banner's forms: everything, the necessary only, the detailed choice with its toggle, or to be asked again. */
export const consentFormSchema = z.object({
  choice: z.enum(["all", "essential", "custom", "ask"]),
  analytics: z.string().optional(),
});
