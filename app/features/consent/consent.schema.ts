import { z } from "zod";

/** Names the device's visit; the reply replaces a name that was not given here. */
const visitId = z
  .string({ error: "idを指定してください" })
  .regex(/^[A-Za-z0-9_-]{8,64}$/, "idは8〜64文字の英数字、ハイフン、アンダースコアで指定してください");

export const sessionSchema = z.object({
  id: visitId,
  cookieConsent: z.boolean({ error: "cookieConsentはtrueかfalseで指定してください" }),
  analyticsConsent: z.boolean({ error: "analyticsConsentはtrueかfalseで指定してください" }),
});

/** `ask`: to be asked again. */
export const consentFormSchema = z.object({
  choice: z.enum(["all", "essential", "custom", "ask"]),
  analytics: z.string().optional(),
});
