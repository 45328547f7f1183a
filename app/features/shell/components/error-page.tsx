import { useEffect } from "react";
import { isRouteErrorResponse, useLocation, useRevalidator } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { tooLargeText } from "#app/ui/form/too-large-text.ts";
import type { IconName } from "#app/ui/icon.tsx";

function readError(error: unknown): { status: number; message: string | null; detail: string | null } {
  if (!isRouteErrorResponse(error)) return { status: 500, message: null, detail: null };
  return { status: error.status, message: textIn(error.data, "error"), detail: textIn(error.data, "detail") };
}

function textIn(body: unknown, name: string): string | null {
  const text: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : null;
  return typeof text === "string" ? text : null;
}

/** Browsers' messages of a failed fetch. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

export function errorTitle(error: unknown): string {
  const read = readError(error);
  if (isLost(error)) return lostWords.title;
  if (read.status === 401) return "ログイン";
  if (read.status >= 500) return "エラー";
  return wordsFor(read).title;
}

interface Words {
  icon: IconName;
  title: string;
  text: string;
  retry?: boolean;
}

const lostWords: Words = {
  icon: "warning",
  title: "接続できませんでした",
  text: "インターネット接続をご確認ください。つながると、自動で表示します。",
  retry: true,
};

const failureWords: Words = {
  icon: "warning",
  title: "うまく表示できませんでした",
  text: "ご不便をおかけしています。しばらくしてから、もう一度お試しください。",
  retry: true,
};

const refusalWords: Words = { icon: "warning", title: "リクエストを処理できませんでした", text: "" };

const refusalWordsByStatus: Partial<Record<number, Words>> = {
  403: {
    icon: "lock",
    title: "このページは表示できません",
    text: "ログイン中のアカウントをお確かめください。",
  },
  404: {
    icon: "infinity",
    title: "ページが見つかりません",
    text: "移動または削除されたか、アドレスが違っている可能性があります。",
  },
  413: { icon: "warning", title: "送信された内容が大きすぎます", text: tooLargeText },
  429: {
    icon: "clock",
    title: "アクセスが集中しています",
    text: "しばらくしてから、もう一度お試しください。",
    retry: true,
  },
};

/** A refusal's title is the server's where it gives one, and the text of a missing page too. */
function wordsFor({ status, message, detail }: ReturnType<typeof readError>): Words {
  if (status < 400 || status >= 500) return failureWords;
  const words = refusalWordsByStatus[status] ?? refusalWords;
  return { ...words, title: message ?? words.title, text: (status === 404 && detail) || words.text };
}

/** What happened, what can be done, and a link home. */
export function ErrorPage({ error }: { error: unknown }) {
  const data = useRootData();
  const { pathname, search } = useLocation();
  const read = readError(error);
  const { status } = read;
  const path = `${pathname}${search}`;
  const lost = isLost(error);
  useReturnOfNetwork(lost);
  if (status === 401) return <LoginPrompt returnPath={path} />;
  const { icon, title, text, retry } = lost ? lostWords : wordsFor(read);
  return (
    <div className="mx-auto max-w-160 pt-8 rail:pt-20">
      <EmptyState
        icon={icon}
        heading="h1"
        title={title}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {retry && (
              <ButtonLink to={path} reloadDocument icon="refresh">
                もう一度試す
              </ButtonLink>
            )}
            <ButtonLink to="/" variant={retry ? "quiet" : "primary"} icon="home">
              ホームに戻る
            </ButtonLink>
          </div>
        }
      >
        {text && <p>{text}</p>}
        {status >= 500 && !lost && data && <p className="pt-3 text-xs">お問い合わせ番号 {data.requestId}</p>}
      </EmptyState>
    </div>
  );
}

const maxWaitMs = 30_000;

/** Reloads the page when the browser is online, until that succeeds: first requests may come too early. */
function useReturnOfNetwork(lost: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!lost) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ended = new AbortController();
    const load = async (waitMs: number) => {
      await revalidate();
      if (ended.signal.aborted) return;
      clearTimeout(timer);
      timer = setTimeout(load, waitMs, Math.min(2 * waitMs, maxWaitMs));
    };
    // The network may be back: the way here has waited for it (`route-module-failure.ts`).
    if (navigator.onLine) void load(1000);
    window.addEventListener("online", () => void load(1000), ended);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [lost, revalidate]);
}
