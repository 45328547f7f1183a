import { rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { isConfidentialUrl, isLoopbackName } from "#app/config/url-safety.ts";
import { programVersion } from "#app/config/version.ts";
import { discoverProvider } from "#app/features/accounts/sign-in/server/identity-provider.server.ts";
import { formatBytes } from "#app/features/admin/overview/units.ts";
import { adminCredentials } from "#app/features/admin/session/admin-credentials.server.ts";
import { verifySmtp } from "#app/features/mail/mail-transport.server.ts";
import {
  checkPrice,
  isPaymentConfigured,
} from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { isMissingPath, nullIfMissing } from "#app/lib/file-errors.ts";
import { isLaterVersion } from "#app/lib/version-order.ts";
import { askPooler, readDatabaseFacts, readReplicaFacts } from "#db/database-facts.ts";
import { checkBackup, checkFiles } from "./check-files-and-backup.server.ts";
import { type Finding, type Found, good } from "./finding.ts";
import { fetchNewestVersion } from "./newer-version.server.ts";

const answerMs = 5000;
/** The sign-in and Stripe's events refuse a clock that is minutes off; this leaves room. */
const maxClockSkewMs = 30_000;
const lowBytes = 1e9;
/** As long as who has changed something reads from the primary. */
const maxReplicaLagS = 15;

/**
 * Checks folder, disk, database with replica and pooler, files, address, sign-in, mail, payment, engines, clock, backup, version
 * and password. Asks only what the settings name, sends no email and buys nothing. Never rejects.
 */
export async function checkUp({ databaseError }: { databaseError?: string } = {}): Promise<Finding[]> {
  const checks: Record<string, () => Promise<Found>> = {
    データフォルダ: checkFolder,
    ディスク: checkDisk,
    データベース:
      databaseError === undefined
        ? checkDatabase
        : async () => ({
            state: "bad",
            text: `開けません：${databaseError}`,
            remedy:
              "DATA_DIR、Postgresなら DATABASE_URL とそのサーバーを見ます。初めてなら、サーバーを一度起動します。",
          }),
    ...checksOfServers(),
    ...(databaseError === undefined && { 音声と画像のファイル: checkFiles }),
    公開するアドレス: checkAddress,
    ログイン: checkSignIn,
    メール: checkMail,
    "支払い（Stripe）": checkPayment,
    音声の合成: checkVoices,
    言葉のモデル: checkModels,
    時計: checkClock,
    バックアップ: checkBackup,
    新しい版: checkVersion,
    ...(databaseError === undefined && { 管理画面のパスワード: checkAdminPassword }),
  };
  return Promise.all(
    Object.entries(checks).map(async ([title, check]): Promise<Finding> => {
      try {
        return { title, ...(await check()) };
      } catch (error) {
        const remedy = remedies[title];
        return {
          title,
          state: "bad",
          text: `確かめられませんでした：${reasonOf(error)}`,
          ...(remedy && { remedy }),
        };
      }
    }),
  );
}

/** For what a check did not expect. */
const remedies: Record<string, string> = {
  データベースの写し: "DATABASE_REPLICA_URL と、そのサーバーを見ます。",
  接続プール: "DATABASE_POOLER_URL と、そのサーバーを見ます。",
  音声と画像のファイル: "DATA_DIR/files の権限、バケットなら S3_ の設定を見ます。",
  ログイン: "GOOGLE_ISSUER と、この機械から外への通信を見ます。",
  "支払い（Stripe）": "STRIPE_SECRET_KEY と、この機械から Stripe への通信を見ます。",
  音声の合成: "SPEECH_ENGINE と、その相手（VOICEVOX_URL など）が動いていることを見ます。",
  言葉のモデル: "GEMINI_BASE_URL や OPENAI_BASE_URL の相手が動いていることを見ます。",
  時計: "この機械から外への通信を見ます。",
  新しい版: "UPDATE_FEED_URL と、この機械から外への通信を見ます。",
};

async function checkFolder(): Promise<Found> {
  const { DATA_DIR } = environment();
  const probe = path.join(DATA_DIR, `.check-up-${process.pid}`);
  try {
    await writeFile(probe, "");
    await rm(probe);
    return good(DATA_DIR);
  } catch (error) {
    if (isMissingPath(error))
      return {
        state: "bad",
        text: `${DATA_DIR} がありません`,
        remedy: "サーバーを一度起動すると作られます。別の場所にあるなら DATA_DIR を直します。",
      };
    return {
      state: "bad",
      text: `${DATA_DIR} に書き込めません：${reasonOf(error)}`,
      remedy: `サーバーを動かすユーザーのものにします：chown -R ユーザー ${DATA_DIR}`,
    };
  }
}

async function checkDisk(): Promise<Found> {
  const found = await nullIfMissing(statfs(environment().DATA_DIR));
  if (found === null) return { state: "off", text: "データフォルダがまだありません" };
  const { bavail, blocks, bsize } = found;
  const [free, total] = [bavail * bsize, blocks * bsize];
  const text = `空き ${formatBytes(free)} / ${formatBytes(total)}`;
  if (free >= lowBytes && free >= total / 10) return good(text);
  return { state: "warning", text, remedy: "空きを作るか、DATA_DIR を大きなディスクに移します。" };
}

async function checkDatabase(): Promise<Found> {
  const { kind, version, bytes } = await readDatabaseFacts();
  return good(`${kind} ${version}、${formatBytes(bytes)}`);
}

/** Only those that the settings name: most sites have neither. */
function checksOfServers(): Record<string, () => Promise<Found>> {
  const { DATABASE_REPLICA_URL: replica, DATABASE_POOLER_URL: pooler } = environment();
  return {
    ...(replica && { データベースの写し: () => checkReplica(replica) }),
    ...(pooler && {
      接続プール: async () => {
        await askPooler(pooler);
        return good(`${new URL(pooler).host} を通して読み書きできます`);
      },
    }),
  };
}

async function checkReplica(url: string): Promise<Found> {
  const { isReplica, lagS } = await readReplicaFacts(url);
  const { host } = new URL(url);
  if (!isReplica)
    return {
      state: "bad",
      text: `${host} は、書き込みを受け付けるサーバーです`,
      remedy: "写しのアドレスを DATABASE_REPLICA_URL に設定するか、設定を消します。",
    };
  if (lagS < maxReplicaLagS) return good(`${host}、遅れ ${Math.round(lagS)}秒`);
  return {
    state: "warning",
    text: `${host} は ${Math.round(lagS)}秒 遅れています`,
    remedy: `${maxReplicaLagS}秒より遅れると、会員は自分の変更を見られないことがあります。写しの負荷と回線を見ます。`,
  };
}

async function checkAddress(): Promise<Found> {
  const { PUBLIC_ORIGIN: origin } = environment();
  if (!origin)
    return {
      state: "off",
      text: "この機械からだけ開けます",
      remedy: "公開するときは PUBLIC_ORIGIN=https://… を設定します。",
    };
  if (!isConfidentialUrl(origin))
    return {
      state: "bad",
      text: `${origin} は暗号化されません`,
      remedy: "PUBLIC_ORIGIN を https:// にします。",
    };
  try {
    const { status } = await ask(`${origin}/ping`);
    if (status === 200) return good(`${origin} が答えます`);
    return {
      state: "bad",
      text: `${origin}/ping の答えは ${status} です`,
      remedy: "前に置いたプロキシの転送先を見ます。",
    };
  } catch (error) {
    return {
      state: "bad",
      text: `${origin} にこの機械から届きません：${reasonOf(error)}`,
      remedy: "サーバーが動いているか、DNS、証明書、プロキシを見ます。",
    };
  }
}

async function checkSignIn(): Promise<Found> {
  const { GOOGLE_CLIENT_ID, GOOGLE_ISSUER, PUBLIC_ORIGIN } = environment();
  if (!GOOGLE_CLIENT_ID) {
    const isPublic = PUBLIC_ORIGIN !== undefined && !isLoopbackName(new URL(PUBLIC_ORIGIN).hostname);
    return {
      state: isPublic ? "bad" : "off",
      text: "名前とメールアドレスだけで入れます（この機械だけ）",
      remedy: "GOOGLE_CLIENT_ID と GOOGLE_CLIENT_SECRET を設定します。",
    };
  }
  await discoverProvider(GOOGLE_ISSUER).catch(() => {
    throw new Error(`${GOOGLE_ISSUER} に届きません`);
  });
  return good(`${GOOGLE_ISSUER} が答えます`);
}

async function checkMail(): Promise<Found> {
  const { SMTP_URL: url, SMTP_CA_FILE: caFile, DATA_DIR } = environment();
  if (!url)
    return {
      state: "off",
      text: `送られず、${path.join(DATA_DIR, "mail")} に書かれます`,
      remedy: "SMTP_URL=smtp://… を設定します。",
    };
  const { host } = new URL(url);
  try {
    await verifySmtp({ url, caFile });
    return good(`${host} にログインできます`);
  } catch (error) {
    return {
      state: "bad",
      text: `${host}：${reasonOf(error)}`,
      remedy: "SMTP_URL の名前とパスワード、ポート、SMTP_CA_FILE を見ます。",
    };
  }
}

async function checkPayment(): Promise<Found> {
  const { STRIPE_PRICE_ID: priceId } = environment();
  if (!priceId)
    return { state: "off", text: "プレミアムは売られません", remedy: "STRIPE_ の4つの設定が要ります。" };
  await checkPrice();
  if (isPaymentConfigured()) return good("価格は正しく、月550円（税込）です");
  return {
    state: "bad",
    text: `価格 ${priceId} が違うので、売られません`,
    remedy: "Stripeで、550円・毎月・税込の有効な価格を作り、STRIPE_PRICE_ID にします。",
  };
}

async function checkVoices(): Promise<Found> {
  // Loaded on demand: the voices have programs and models.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const { name, voices, readText } = await speechEngine();
  const [voice] = voices;
  if (readText && voice)
    await readText({ text: "こんにちは", voiceId: voice.id, signal: AbortSignal.timeout(answerMs) });
  return good(`${name}、声は${voices.length}`);
}

async function checkModels(): Promise<Found> {
  const { SCRIPT_ENGINE, FACT_CHECK_ENGINE, CHAT_ENGINE, ...settings } = environment();
  const used = new Set([SCRIPT_ENGINE, FACT_CHECK_ENGINE, CHAT_ENGINE]);
  used.delete("local");
  if (used.size === 0) return good("サーバーの中の規則だけで書きます。外には何も送りません");
  const { GEMINI_BASE_URL, GEMINI_API_KEY = "", OPENAI_BASE_URL, OPENAI_API_KEY } = settings;
  const requests: { url: string; headers: Record<string, string> }[] = [];
  if (used.has("gemini"))
    requests.push({
      url: `${GEMINI_BASE_URL}/v1beta/models?pageSize=1`,
      headers: { "x-goog-api-key": GEMINI_API_KEY },
    });
  if (used.has("openai"))
    requests.push({
      url: `${OPENAI_BASE_URL}/models`,
      headers: OPENAI_API_KEY ? { Authorization: `Bearer ${OPENAI_API_KEY}` } : {},
    });
  for (const { url, headers } of requests) {
    const { origin } = new URL(url);
    const { status } = await ask(url, headers);
    if (status === 401 || status === 403)
      return {
        state: "bad",
        text: `${origin} は鍵を受け付けません（${status}）`,
        remedy: "APIキーの設定を見ます。",
      };
    if (status >= 500)
      return {
        state: "warning",
        text: `${origin} の答えは ${status} です`,
        remedy: "相手のサーバーの状態を見ます。",
      };
  }
  return good(`${requests.map(({ url }) => new URL(url).host).join("、")} が答えます`);
}

async function checkClock(): Promise<Found> {
  const { GOOGLE_CLIENT_ID, GOOGLE_ISSUER, STRIPE_PRICE_ID, STRIPE_API_ORIGIN } = environment();
  const address = GOOGLE_CLIENT_ID ? GOOGLE_ISSUER : STRIPE_PRICE_ID ? STRIPE_API_ORIGIN : null;
  if (address === null) return { state: "off", text: "比べる相手がありません" };
  const { date } = await ask(address);
  if (date === null) return { state: "off", text: `${address} は時刻を言いません` };
  const skew = Math.abs(Date.parse(date) - Date.now());
  if (skew <= maxClockSkewMs) return good("合っています");
  return {
    state: "bad",
    text: `${Math.round(skew / 1000)}秒ずれています`,
    remedy: "時刻の同期（chrony、systemd-timesyncd など）を動かします。",
  };
}

async function checkVersion(): Promise<Found> {
  const { UPDATE_FEED_URL: address } = environment();
  const current = programVersion();
  if (address === undefined)
    return {
      state: "off",
      text: `いまの版は ${current} です。新しい版があるかは、どこにも尋ねません`,
      remedy: "知らせがほしいときは UPDATE_FEED_URL を設定します。",
    };
  const newest = await fetchNewestVersion(address);
  if (!isLaterVersion(newest.version, current)) return good(`いまの版 ${current} が最新です`);
  return {
    state: "warning",
    text: `${newest.version} があります（いまは ${current}）`,
    remedy: newest.address ?? "更新のしかたは docs/deploy.md にあります。",
  };
}

async function checkAdminPassword(): Promise<Found> {
  const { hash, username } = await adminCredentials();
  if (hash !== null) return good(`${username} で入れます`);
  return { state: "bad", text: "ありません：誰も入れません", remedy: "npm run admin -- password" };
}

async function ask(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; date: string | null }> {
  const answer = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(answerMs) });
  await answer.body?.cancel();
  return { status: answer.status, date: answer.headers.get("date") };
}

/** In one line, from the cause if there is one. */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  const reason = cause instanceof Error && cause.message ? cause.message : message;
  return reason.split("\n")[0]?.slice(0, 200) ?? "";
}
