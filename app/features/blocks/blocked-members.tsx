import { Form, Link, useNavigation } from "react-router";
import { settingsPath } from "#app/features/accounts/account-sections.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useFocusAfterRemoval } from "#app/ui/use-focus-after-removal.ts";

/** Of the settings' address: the cursor of the next page. */
export const blockedParameter = "blocked";

interface BlockedMembersPage {
  members: { id: string; name: string; path: string; since: string }[];
  next: string | null;
}

/** A section of the settings. */
export function BlockedMembers({ members, next }: BlockedMembersPage) {
  const { formData } = useNavigation();
  useFocusAfterRemoval(
    "blocked",
    members.map(({ id }) => id),
  );
  const ending = formData?.get("intent") === "unblock" ? formData.get("member") : null;
  return (
    <section aria-labelledby="blocked" className="space-y-3">
      <h2 id="blocked" tabIndex={-1} className="text-lg outline-none">
        ブロック中の会員
      </h2>
      {members.length === 0 ? (
        <p className="text-sm text-muted">いません。ブロックは、その方のプロフィールのページでできます。</p>
      ) : (
        <Card as="div" flush>
          <ul className="divide-y divide-line">
            {members.map(({ id, name, path, since }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
                <div className="min-w-[min(9.5rem,100%)] flex-1">
                  <Link to={path} className="font-bold wrap-anywhere hover:underline">
                    {name}
                  </Link>
                  <p className="text-xs text-muted">{since}から</p>
                </div>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="unblock" />
                  <input type="hidden" name="member" value={id} />
                  <Button
                    variant="quiet"
                    busy={ending === id}
                    busyLabel="解除しています"
                    aria-label={`${name}のブロックを解除する`}
                  >
                    解除
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {next && (
        <ButtonLink
          to={`${settingsPath}?${new URLSearchParams({ [blockedParameter]: next })}#blocked`}
          variant="quiet"
        >
          続きを見る
        </ButtonLink>
      )}
    </section>
  );
}
