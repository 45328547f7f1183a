import { z } from "zod";

export const officialInvitationsPath = "/admin/invitations";

/** Per form; `npm run invite` makes more. */
export const maxNewLinks = 50;
export const maxLinkUses = 1000;

/** 0: the link never ends. */
export const linkDays = [1, 7, 30, 0] as const;

const countOf = (max: number, what: string) =>
  z.coerce
    .number(`${what}を数字で入力してください`)
    .int(`${what}を数字で入力してください`)
    .min(1, `${what}は1以上で入力してください`)
    .max(max, `${what}は${max.toLocaleString("ja-JP")}までです`);

const creationForm = z.object({
  intent: z.literal("create"),
  count: countOf(maxNewLinks, "本数"),
  uses: countOf(maxLinkUses, "人数"),
  days: z.coerce.number().pipe(z.literal([...linkDays], "期限を選んでください")),
});

const revocationForm = z.object({ intent: z.literal("revoke"), code: z.string().min(1).max(100) });

export const officialInvitationsForm = z.discriminatedUnion("intent", [creationForm, revocationForm], {
  error: "操作を読み取れませんでした",
});
