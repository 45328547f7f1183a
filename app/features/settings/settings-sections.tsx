import { useContext } from "react";
import { Form, Link, useNavigation } from "react-router";
import { settingsPath } from "#app/features/accounts/account-sections.ts";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { useRemainingTrial } from "#app/features/premium/hooks/use-speed-trial.ts";
import { speedTrialOf, speedTrialTexts } from "#app/features/premium/speed-trial.ts";
import { pronunciationsPath } from "#app/features/pronunciations/pronunciations.ts";
import { ColorSchemeContext } from "#app/features/shell/components/color-scheme-toggle.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFocusAfterRemoval } from "#app/ui/use-focus-after-removal.ts";
import type { SettingsPage } from "./load-settings-page.server.ts";

/** With JavaScript the current browser is hidden: it has the switch (`PushSetting`). */
export function PushDevices({ devices, headingId }: Pick<SettingsPage, "devices"> & { headingId: string }) {
  useFocusAfterRemoval(
    headingId,
    devices.map(({ id }) => id),
  );
  const { formData } = useNavigation();
  const stopping = formData?.get("intent") === "stop-push" ? formData.get("device") : null;
  const others = devices.filter(({ isCurrent }) => !isCurrent);
  if (devices.length === 0)
    return (
      <p className="text-sm text-muted unscripted:block scripted:hidden">
        通知を受け取っている端末はありません。
      </p>
    );
  return (
    <div className={classNames("space-y-2", others.length === 0 && "scripted:hidden")}>
      <h3 className="text-sm font-bold">通知を受け取っている端末</h3>
      <Card as="div" flush>
        <ul className="divide-y divide-line">
          {devices.map(({ id, device, since, isCurrent }) => (
            <li
              key={id}
              className={classNames(
                "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4",
                isCurrent && "scripted:hidden",
              )}
            >
              <div className="min-w-[min(9.5rem,100%)] flex-1">
                <p className="flex flex-wrap items-center gap-2 font-bold">
                  {device}
                  {isCurrent && <Badge tone="info">この端末</Badge>}
                </p>
                <p className="text-xs text-muted">{since}から</p>
              </div>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="stop-push" />
                <input type="hidden" name="device" value={id} />
                <Button
                  variant="quiet"
                  busy={stopping === id}
                  busyLabel="止めています"
                  aria-label={`${device}（${since}から）への通知を止める`}
                >
                  止める
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

interface OnOffFormProps {
  /** The other state is posted as `isOn`. */
  intent: "push-followed-tracks" | "digest" | "news" | "background-play";
  title: string;
  help: string;
  isOn: boolean;
  labels: { on: string; off: string };
}

function OnOffForm({ intent, title, help, isOn, labels }: OnOffFormProps) {
  const { formData } = useNavigation();
  return (
    <Card as="div">
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="isOn" value={isOn ? "off" : "on"} />
        <p className="min-w-[min(14rem,100%)] flex-1">
          <span className="block font-bold">
            {title}：{isOn ? "オン" : "オフ"}
          </span>
          <span className="block text-xs text-muted">{help}</span>
        </p>
        <Button variant="quiet" busy={formData?.get("intent") === intent}>
          {isOn ? labels.off : labels.on}
        </Button>
      </Form>
    </Card>
  );
}

export const FollowedTracksForm = ({ isOn, devices }: { isOn: boolean } & Pick<SettingsPage, "devices">) => (
  <OnOffForm
    intent="push-followed-tracks"
    title="フォロー中の新着のプッシュ通知"
    help={`フォローしている人が投稿したとき、通知を受け取っている端末に、一日分をまとめてお知らせします。${
      devices.some(({ isCurrent }) => isCurrent) ? "" : "この端末には、プッシュ通知をオンにすると届きます。"
    }`}
    isOn={isOn}
    labels={{ on: "受け取る", off: "受け取らない" }}
  />
);

export const DigestForm = ({ isOn }: { isOn: boolean }) => (
  <OnOffForm
    intent="digest"
    title="通知のまとめのメール"
    help="まだ開いていない新しい通知を、一日に一度、夜にお送りします。新しい通知がない日には届きません。"
    isOn={isOn}
    labels={{ on: "受け取る", off: "受け取らない" }}
  />
);

export const NewsForm = ({ isOn }: { isOn: boolean }) => (
  <OnOffForm
    intent="news"
    title="お知らせのメール"
    help="運営から全員へのお知らせを、ときどきメールでもお送りします。手続きについてのメールは、いつも届きます。"
    isOn={isOn}
    labels={{ on: "受け取る", off: "受け取らない" }}
  />
);

const backgroundPlayHelp =
  "アプリとしてホーム画面に追加したMugenで、画面を閉じても、ほかのアプリを開いても、再生を続けます。";

/** Who may not have it reads so, and finds no button that would refuse. */
export function BackgroundPlayForm(
  props: SettingsPage["backgroundPlay"] & {
    isRefused: boolean;
  },
) {
  const { isAllowed, isOn, isRefused } = props;
  const isSold = useIsPremiumSold();
  return (
    <>
      {isAllowed && (
        <OnOffForm
          intent="background-play"
          title="バックグラウンド再生"
          help={backgroundPlayHelp}
          isOn={isOn}
          labels={{ on: "オンにする", off: "オフにする" }}
        />
      )}
      {(isRefused || !isAllowed) && (
        <Notice
          tone={isRefused ? "warning" : "info"}
          live={isRefused}
          title="バックグラウンド再生はプレミアム会員限定機能です"
        >
          <p>{backgroundPlayHelp}</p>
          {isSold && (
            <Link to="/premium" className="inline-block py-2 font-bold text-accent underline">
              プレミアムを見る
            </Link>
          )}
        </Notice>
      )}
    </>
  );
}

const themes = [
  { value: "system", label: "端末に合わせる", icon: "settings" },
  { value: "light", label: "ライト", icon: "sun" },
  { value: "dark", label: "ダーク", icon: "moon" },
] as const;

export function ColorSchemeForm() {
  const { colorScheme, choose } = useContext(ColorSchemeContext);
  return (
    <form method="post" action="/theme" onSubmit={choose} className="flex flex-wrap gap-2">
      <input type="hidden" name="redirect" value={settingsPath} />
      {themes.map(({ value, label, icon }) => (
        <button
          key={value}
          type="submit"
          name="theme"
          value={value}
          aria-pressed={colorScheme === value}
          className={classNames(
            buttonClass({ variant: "quiet" }),
            "flex-auto aria-pressed:border-accent aria-pressed:text-accent",
            value === "system" && "basis-full",
          )}
        >
          <Icon name={colorScheme === value ? "check" : icon} />
          {label}
        </button>
      ))}
    </form>
  );
}

export const ProfileLink = () => (
  <LinkCard links={[{ to: "/profile/edit", label: "プロフィールを編集", icon: "edit" }]} />
);

export function PronunciationsLink() {
  return <LinkCard links={[{ to: pronunciationsPath, label: "読み辞書", icon: "voice" }]} />;
}

function LinkCard(props: { links: readonly { to: string; label: string; icon: IconName }[] }) {
  return (
    <Card as="div" flush>
      <ul className="divide-y divide-line">
        {props.links.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-14 items-center gap-x-[12px] pr-2 pl-[16px] hover:bg-sunken">
              <Icon name={icon} className="text-[16px] text-muted" />
              <span className="flex-1">{label}</span>
              <Icon name="forward" className="text-[16px] text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function SpeedTrialForm() {
  const trial = speedTrialOf(useRootData(), Date.now());
  const left = useRemainingTrial();
  const isSold = useIsPremiumSold();
  const { formData } = useNavigation();
  return (
    <Card as="div">
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-[min(14rem,100%)] flex-1">
          <span className="block font-bold">
            2.0倍速
            {trial === "running" && left !== null && <span className="tabular-nums">：残り{left}</span>}
          </span>
          <span className="block text-xs text-muted">{speedTrialTexts[trial]}</span>
          {trial === "used" && isSold && (
            <Link
              to="/premium"
              className="inline-flex min-h-11 items-center text-sm font-bold text-accent underline"
            >
              プレミアムを見る
            </Link>
          )}
        </p>
        {trial === "available" && (
          <Button
            name="intent"
            value="start-speed-trial"
            variant="quiet"
            busy={formData?.get("intent") === "start-speed-trial"}
            busyLabel="始めています"
          >
            おためしを始める
          </Button>
        )}
      </Form>
    </Card>
  );
}
