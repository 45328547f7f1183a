import { Form, useNavigation } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { classNames } from "#app/ui/class-names.ts";
import type { SettingsPage } from "./settings-page.ts";

/**
 * The browsers that get a member's push messages, each with a way to stop them. Where there is JavaScript, the one that is
 * being looked at has its switch instead.
 */
export function PushDevices({ devices }: Pick<SettingsPage, "devices">) {
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
