import { useEffect, useRef, useState } from "react";
import { Form, Link, useNavigation, useRevalidator, useSubmit } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import type { InvitationLink, Invitee, InvitePage } from "../server/load-invite-page.server.ts";
import { InvitationCard, UnusableInvitation } from "./invitation-card.tsx";

interface InviteScreenProps extends InvitePage {
  /** A usable code; its revocation is confirmed on a page of its own, without JavaScript. */
  asking: string | null;
  formResult: FormResult | undefined;
}

export function InviteScreen({ stats, links: loaded, invitees, asking, formResult }: InviteScreenProps) {
  const isMessage = submittedValue(formResult, "intent") === "message";
  const [messageResult, revokeResult] = isMessage ? [formResult, undefined] : [undefined, formResult];
  const { links, leaving } = useOptimisticLinks(loaded);
  // The form of the link shows a refused message, unless the link is gone.
  const isShown = links.some(
    ({ code, state }) => state === "usable" && code === submittedValue(messageResult, "code"),
  );
  const asked = links.find(({ code, state }) => code === asking && state === "usable");
  useRevocationToasts(loaded, revokeResult);
  if (asked) return <RevokePage code={asked.code} url={asked.url} busy={leaving !== null} />;
  const available = stats.availableInvites - (leaving === null ? 0 : 1);
  return (
    <Page
      title="友だち招待"
      lead="Mugenは招待制です。リンクを受け取った友だちだけが参加できます。"
      back={{ to: "/", label: "ホーム" }}
    >
      {messageResult && !isShown && (
        <Notice tone="error" title="保存できませんでした" className="mb-6">
          {firstMessage(messageResult)}
        </Notice>
      )}
      {revokeResult && (
        <Notice tone="error" title="無効にできませんでした" className="mb-6 scripted:hidden">
          {firstMessage(revokeResult)}
        </Notice>
      )}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
        <Figure label="使える招待" value={available} unit="件" />
        <Figure label="参加した友だち" value={stats.totalInvitesUsed} unit="人" />
      </dl>
      {links.length === 0 ? (
        <EmptyState
          icon="invite"
          heading="h2"
          title="このアカウントで使える招待はありません"
          action={
            <ButtonLink to="/" variant="quiet">
              ホームに戻る
            </ButtonLink>
          }
        >
          招待の権限がある会員だけが、招待リンクを持てます。
        </EmptyState>
      ) : (
        <InvitationList links={links} leaving={leaving} formResult={messageResult} />
      )}
      {(links.length > 0 || invitees.length > 0) && (
        <section aria-labelledby="invitees" className="pt-10">
          <h2 id="invitees" className="pb-3 text-lg">
            参加した友だち
          </h2>
          <InviteeList invitees={invitees} />
        </section>
      )}
    </Page>
  );
}

function Figure({ label, value, unit }: { label: string; value: number; unit: string }) {
  return (
    <div className="flex flex-col-reverse rounded-card bg-sunken px-4 py-3">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-sm">
        <span className="text-xl font-bold tabular-nums">{value}</span> {unit}
      </dd>
    </div>
  );
}

function InvitationList(props: {
  links: InvitationLink[];
  leaving: string | null;
  formResult: FormResult | undefined;
}) {
  const { links, leaving, formResult } = props;
  const [asking, setAsking] = useState<string | null>(null);
  const past = useRef<HTMLDetailsElement>(null);
  const submit = useSubmit();
  useEffect(() => {
    // Keeps the focus: its button disappears, so that it moves to the list that now has the link.
    if (leaving !== null) past.current?.querySelector("summary")?.focus();
  }, [leaving]);
  const named = links.map((link, index) => ({ link, name: `招待リンク${index + 1}` }));
  const usable = named.filter(({ link }) => link.state === "usable");
  const unusable = named.filter(({ link }) => link.state !== "usable");
  return (
    <section aria-labelledby="links" className="pt-10">
      <h2 id="links" className="pb-3 text-lg">
        招待リンク
      </h2>
      {usable.length === 0 && <p className="pb-3 text-sm text-muted">招待リンクはすべて使い終わりました。</p>}
      <ul className="space-y-3">
        {usable.map(({ link, name }) => (
          <InvitationCard
            key={link.code}
            link={link}
            name={name}
            formResult={formResult}
            onRevoke={() => setAsking(link.code)}
          />
        ))}
      </ul>
      {unusable.length > 0 && (
        <details ref={past} className="group mt-3">
          <summary className="inline-flex min-h-11 items-center gap-2 rounded-full pr-2 text-sm text-muted hover:text-ink">
            使えなくなったリンク（{unusable.length}）
            <Icon name="down" className="transition-transform group-open:rotate-180" />
          </summary>
          <ul className="divide-y divide-line rounded-card border border-line">
            {unusable.map(({ link, name }) => (
              <UnusableInvitation key={link.code} link={link} name={name} />
            ))}
          </ul>
        </details>
      )}
      <RevokeDialog
        code={asking}
        onClose={() => setAsking(null)}
        onConfirm={(code) => {
          setAsking(null);
          submit({ intent: "revoke", code }, { method: "post", preventScrollReset: true });
        }}
      />
    </section>
  );
}

/** The links as they will be after the running revocation. `leaving`: the code that is being revoked. */
function useOptimisticLinks(loaded: InvitationLink[]): { links: InvitationLink[]; leaving: string | null } {
  const { formData } = useNavigation();
  const code = formData?.get("intent") === "revoke" ? formData.get("code") : null;
  const leaving = loaded.find((link) => link.code === code && link.state === "usable")?.code ?? null;
  const links = loaded.map((link) =>
    link.code === leaving ? { ...link, state: "inactive" as const } : link,
  );
  return { links, leaving };
}

function useRevocationToasts(links: InvitationLink[], formResult: FormResult | undefined): void {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const promptLogin = useLoginPrompt();
  const before = useRef(links);
  useEffect(() => {
    const usable = new Set(before.current.filter(({ state }) => state === "usable").map(({ code }) => code));
    before.current = links;
    if (links.some(({ code, state }) => state === "inactive" && usable.has(code)))
      show({ tone: "success", title: "招待リンクを無効にしました" });
  }, [links, show]);
  useEffect(() => {
    if (!formResult) return;
    if (formResult.status === 401) return promptLogin();
    show({ tone: "error", title: "無効にできませんでした", description: firstMessage(formResult) });
    // Rejected because of a change elsewhere, for example the last use.
    if (formResult.status >= 400 && formResult.status < 500) void revalidate();
  }, [formResult, show, revalidate, promptLogin]);
}

function InviteeList({ invitees }: { invitees: Invitee[] }) {
  if (invitees.length === 0) {
    return (
      <p className="text-sm text-muted">まだいません。友だちがリンクから参加すると、ここに表示されます。</p>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {invitees.map((invitee) => (
        <li key={invitee.id}>
          {invitee.path ? (
            <Link
              to={invitee.path}
              className="-mx-2 flex min-h-16 items-center gap-3 rounded-card px-2 py-2 hover:bg-sunken"
            >
              <Person invitee={invitee} />
              <Icon name="forward" className="text-muted" />
            </Link>
          ) : (
            <div className="flex min-h-16 items-center gap-3 py-2">
              <Person invitee={invitee} />
              <Badge>承認待ち</Badge>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Person({ invitee }: { invitee: Invitee }) {
  return (
    <>
      <Avatar name={invitee.name} picture={invitee.picture} className="size-11" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-bold">{invitee.name}</span>
        <span className="block text-xs text-muted">{invitee.joinedOn}に参加</span>
      </span>
    </>
  );
}

export const revokeTitle = "この招待リンクを無効にしますか？";
const text = "このリンクからは誰も参加できなくなります。元に戻すことはできず、代わりのリンクも増えません。";

function RevokeDialog(props: {
  code: string | null;
  onClose: () => void;
  onConfirm: (code: string) => void;
}) {
  const { code, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      open={code !== null}
      onClose={onClose}
      title={revokeTitle}
      cancelLabel="そのままにする"
      confirmLabel="無効にする"
      onConfirm={() => code !== null && onConfirm(code)}
    >
      <p className="text-sm">{text}</p>
    </ConfirmDialog>
  );
}

function RevokePage({ code, url, busy }: { code: string; url: string; busy: boolean }) {
  return (
    <Page title={revokeTitle} lead={text} back={{ to: "/invite-friends", label: "友だち招待" }}>
      <p className="mb-6 rounded-card bg-sunken px-4 py-3 text-sm">{url}</p>
      <Form method="post" action="/invite-friends" className="flex flex-wrap gap-2">
        <input type="hidden" name="code" value={code} />
        <Button name="intent" value="revoke" variant="danger" busy={busy} busyLabel="無効にしています">
          無効にする
        </Button>
        <ButtonLink to="/invite-friends" variant="quiet">
          そのままにする
        </ButtonLink>
      </Form>
    </Page>
  );
}
