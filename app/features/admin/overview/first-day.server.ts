import { ne } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { officialInvitationsPath } from "#app/features/admin/invitations/official-invitations.schema.ts";
import { lastBackupAt } from "#app/features/backup/backup-notes.server.ts";
import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

export interface FirstDayStep {
  key: string;
  label: string;
  help: string;
  command: string;
  to?: string;
  isDone: boolean;
  isOptional?: boolean;
}

/** The state of the installation ticks each step. Null once the site has all that it needs. */
export async function readFirstDay(): Promise<FirstDayStep[] | null> {
  const settings = environment();
  const [backupAt, members] = await Promise.all([
    lastBackupAt(),
    primary.select({ id: users.id }).from(users).where(ne(users.provider, "system")).limit(1),
  ]);
  const steps: FirstDayStep[] = [
    {
      key: "name",
      label: "運営者の名前と連絡先",
      help: "利用規約などのページと、お問い合わせの宛先に使います。",
      command: 'OPERATOR_NAME="名前" SUPPORT_EMAIL=アドレス npm start',
      isDone: settings.OPERATOR_NAME !== undefined && settings.SUPPORT_EMAIL !== undefined,
    },
    {
      key: "mail",
      label: "メールの送信",
      help: "つなぐまで、メールはだれにも届きません。",
      command: "SMTP_URL=smtps://ユーザー:パスワード@サーバー npm start",
      isDone: settings.SMTP_URL !== undefined,
    },
    {
      key: "sign-in",
      label: "Googleでのログイン",
      help: "つなぐまで、このマシンの外からはだれもログインできません。",
      command: "GOOGLE_CLIENT_ID=ID GOOGLE_CLIENT_SECRET=シークレット npm start",
      isDone: settings.GOOGLE_CLIENT_ID !== undefined,
    },
    {
      key: "payments",
      label: "プレミアムの支払い",
      help: "つなぐまで、プレミアムは販売しません。管理画面からは付与できます。",
      command:
        "STRIPE_SECRET_KEY=キー STRIPE_PUBLISHABLE_KEY=公開キー STRIPE_PRICE_ID=価格 STRIPE_WEBHOOK_SECRET=シークレット npm start",
      isDone: isPaymentConfigured(),
      isOptional: true,
    },
    {
      key: "backup",
      label: "最初のバックアップ",
      help: "動かしたまま取れます。設定 BACKUP_TO があれば、毎晩取ります。",
      command: "npm run backup -- --to フォルダ",
      isDone: backupAt !== null,
    },
    {
      key: "invitation",
      label: "最初の会員の招待",
      help: "招待リンクから1人目が登録すると、終わりになります。",
      command: "npm run invite",
      to: officialInvitationsPath,
      isDone: members.length > 0,
    },
  ];
  return steps.every(({ isDone, isOptional }) => isDone || isOptional) ? null : steps;
}
