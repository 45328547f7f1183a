import { useId, useState } from "react";
import { Link } from "react-router";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { FieldError } from "#app/ui/form/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

interface VisibilityFieldProps {
  isPublic: boolean;
  /** Whether the playlist is public now; true for a new one. */
  wasPublic: boolean;
  /** Premium members may make playlists private. */
  isPremium: boolean;
  errors: string[] | undefined;
}

/** Checkbox, styled as a switch, for a playlist's visibility. Free members can't turn a public playlist private. */
export function VisibilityField({ isPublic, wasPublic, isPremium, errors }: VisibilityFieldProps) {
  const id = useId();
  const [isOn, setIsOn] = useState(isPublic);
  const isLocked = wasPublic && !isPremium;
  const isSold = useIsPremiumSold();
  const errorId = errors && `${id}-error`;
  return (
    <div className="space-y-2">
      {/* Sent when the checkbox is off; when it is on, its later value wins. */}
      <input type="hidden" name="isPublic" value={String(isLocked)} />
      <label className="flex min-h-14 items-center justify-between gap-4 rounded-card bg-sunken px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 font-bold">
            <Icon name={isOn || isLocked ? "eye" : "lock"} />
            公開する
          </span>
          <span id={`${id}-help`} className="block text-xs text-muted">
            {helpText({ isLocked, wasPublic, isPremium })}
          </span>
        </span>
        <input
          type="checkbox"
          name="isPublic"
          value="true"
          defaultChecked={isOn || isLocked}
          disabled={isLocked}
          onChange={(event) => setIsOn(event.currentTarget.checked)}
          aria-describedby={[errorId, `${id}-help`].filter(Boolean).join(" ")}
          aria-invalid={errors ? true : undefined}
          className="peer sr-only"
        />
        <span
          aria-hidden="true"
          className="flex h-7 w-12 shrink-0 rounded-full border-2 border-line-strong p-0.5 transition-[background-color] peer-checked:border-accent peer-checked:bg-accent peer-disabled:opacity-60 *:size-5 *:rounded-full *:bg-line-strong *:transition-transform peer-checked:*:translate-x-5 peer-checked:*:bg-on-accent"
        >
          <span />
        </span>
      </label>
      {errors && <FieldError id={errorId}>{errors[0]}</FieldError>}
      {isLocked && (
        <p className="text-xs text-muted">
          非公開にできるのはプレミアム会員です。
          {isSold && (
            <Link
              to="/premium"
              className="-my-3 inline-flex min-h-11 items-center font-bold text-accent underline underline-offset-4"
            >
              プレミアムを見る
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

function helpText({
  isLocked,
  wasPublic,
  isPremium,
}: Record<"isLocked" | "wasPublic" | "isPremium", boolean>) {
  if (isLocked) return "だれでも見て、聴けます。無料会員のプレイリストは常に公開です。";
  if (!wasPublic && !isPremium) return "公開すると、プレミアム会員になるまで非公開に戻せません。";
  return "オンのときは、だれでも見て、聴けます。オフのときは、あなただけです。";
}
