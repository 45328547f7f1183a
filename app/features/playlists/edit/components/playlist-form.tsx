import { type ReactNode, useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { SessionEndedNotice } from "#app/features/accounts/sign-in/components/session-ended-notice.tsx";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage } from "#app/ui/form/form-result.ts";
import { useFormFetcher } from "#app/ui/form/use-form-fetcher.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { editCategorySuggestions } from "../../playlist-categories.ts";
import {
  type EditablePlaylist,
  editPlaylistPath,
  maxDescriptionLength,
  maxNameLength,
  nameMessages,
  playlistMessages,
} from "../playlist-form.ts";
import { CategoryField } from "./category-field.tsx";

const submitBarClass =
  "flex flex-wrap items-center gap-2 in-[dialog]:sticky in-[dialog]:bottom-0 in-[dialog]:z-10 in-[dialog]:-mx-5 in-[dialog]:border-t in-[dialog]:border-line in-[dialog]:bg-surface in-[dialog]:px-5 in-[dialog]:pt-3 in-[dialog]:pb-[max(0.75rem,env(safe-area-inset-bottom))]";

interface PlaylistFormProps {
  playlist: EditablePlaylist | null;
  action: string;
  returnPath?: string | undefined;
  refused?: FormResult | undefined;
  suggestedCategories: readonly string[];
  labels: { save: string; busy: string; failed: string };
  isFull?: boolean;
  onSaved: () => void | Promise<void>;
  onFull?: () => void;
  children?: ReactNode;
  id: string;
}

/**
 * A playlist's fields, as a post to `action`; with JavaScript the page stays. `playlist` null: a new one. `refused`: the form
 * that the document was loaded with.
 */
export function PlaylistForm(props: PlaylistFormProps) {
  const { playlist, action, returnPath, refused, suggestedCategories, labels } = props;
  const { isFull = false, id } = props;
  const { show } = useToast();
  const isPremium = useRootData()?.user?.isPremium ?? false;
  const {
    fetcher,
    formResult = refused,
    isFinishing,
  } = useFormFetcher({
    onAccepted: props.onSaved,
    onRefused(formResult) {
      name.validate();
      if (formResult.status === 403) props.onFull?.();
      const isExplained = formResult.status >= 400 && formResult.status < 500;
      show({
        title: playlistMessages.failedTitle,
        description: isExplained ? firstMessage(formResult) : labels.failed,
        tone: "error",
      });
    },
  });
  const wasPublic = playlist?.isPublic ?? true;
  const { form, fields, field, isSubmitting, error } = useFormPost<{
    name: string;
    category: string;
    categoryDraft: string;
    description: string;
    isPublic: string;
    publicSlug: string;
  }>({
    id,
    action,
    formResult,
    fetcher,
    isFinishing,
    defaultValue: {
      name: playlist?.name,
      category: playlist?.categories.join(","),
      description: playlist?.description,
      isPublic: String(wasPublic),
      publicSlug: playlist?.publicSlug,
    },
  });
  const nameField = field(fields.name);
  const name = useName(nameField);

  return (
    // `onSaved` decides what to load: the page's address may be gone.
    <fetcher.Form {...form} defaultShouldRevalidate={false} className="space-y-6">
      {returnPath !== undefined && <input type="hidden" name="redirect" value={returnPath} />}
      {formResult?.status === 401 && <SessionEndedNotice returnPath={action} save={labels.save} />}
      {error && formResult?.status !== 401 && !isFull && (
        <Notice tone="error" title={labels.failed}>
          {error}
        </Notice>
      )}
      <TextField
        {...nameField}
        label="プレイリスト名"
        hint="必須"
        errors={name.error ? [name.error] : name.isChanged ? undefined : nameField.errors}
        counter={{ max: maxNameLength, count: (text) => countCharacters(normalizeName(text)) }}
        autoComplete="off"
        onInput={(event) => name.type(event.currentTarget.value)}
        onBlur={name.validate}
      />
      <CategoryField
        {...field(fields.category)}
        draft={fields.categoryDraft.initialValue ?? ""}
        suggested={suggestedCategories}
      />
      <TextAreaField
        {...field(fields.description)}
        label="説明"
        hint="任意"
        rows={3}
        counter={{ max: maxDescriptionLength }}
        className="min-h-24!"
      />
      <VisibilityField
        isPublic={(fields.isPublic.initialValue ?? String(wasPublic)) === "true"}
        wasPublic={wasPublic}
        isPremium={isPremium}
        errors={field(fields.isPublic).errors}
      />
      {playlist && (
        <TextField
          {...field(fields.publicSlug)}
          label="URLの名前"
          hint="任意"
          help="公開ページのアドレスに使われます。空にすると、プレイリスト名から作られます。変更すると、前のアドレスは使えなくなります。"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <div className={submitBarClass}>
        <Button
          size="large"
          className="flex-1"
          disabled={isFull || name.isInvalid}
          busy={isSubmitting}
          busyLabel={labels.busy}
        >
          {labels.save}
        </Button>
        {props.children}
      </div>
    </fetcher.Form>
  );
}

/** Validates the name while it is typed; reports a missing one only after the field was left. */
function useName(field: { id: string; defaultValue: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  const [isValidated, setIsValidated] = useState(false);
  useEffect(() => {
    // Not `initial`: browsers restore typed text on reload.
    const input = document.getElementById(field.id);
    if (input instanceof HTMLInputElement) setTyped(input.value);
  }, [field.id]);
  const name = normalizeName(typed ?? field.defaultValue);
  const isLong = countCharacters(name) > maxNameLength;
  const error = isLong ? nameMessages.tooLong : name === "" && isValidated ? nameMessages.missing : null;
  return {
    error: typed === null ? null : error,
    isInvalid: typed !== null && (isLong || name === ""),
    isChanged,
    type(text: string) {
      setTyped(text);
      setIsChanged(true);
    },
    validate: () => setIsValidated(true),
  };
}

interface PlaylistEditorProps {
  playlist: EditablePlaylist;
  refused?: FormResult | undefined;
  returnPath?: string | undefined;
  onSaved: () => void | Promise<void>;
}

/** The edit form of page and dialog. */
export function PlaylistEditor({ playlist, refused, returnPath, onSaved }: PlaylistEditorProps) {
  const { show } = useToast();
  return (
    <PlaylistForm
      playlist={playlist}
      action={editPlaylistPath(playlist.id)}
      returnPath={returnPath}
      refused={refused}
      suggestedCategories={editCategorySuggestions}
      labels={{ save: "保存する", busy: "保存しています", failed: playlistMessages.saveFailed }}
      id={useId()}
      onSaved={async () => {
        await onSaved();
        show({ title: playlistMessages.saved, tone: "success" });
      }}
    />
  );
}

interface VisibilityFieldProps {
  isPublic: boolean;
  wasPublic: boolean;
  isPremium: boolean;
  errors: string[] | undefined;
}

/** A checkbox, styled as a switch, for the visibility. Free members can't make a public playlist private. */
function VisibilityField({ isPublic, wasPublic, isPremium, errors }: VisibilityFieldProps) {
  const id = useId();
  const [isOn, setIsOn] = useState(isPublic);
  const isLocked = wasPublic && !isPremium;
  const isSold = useIsPremiumSold();
  const errorId = errors && `${id}-error`;
  return (
    <div className="space-y-2">
      {/* Counts when the checkbox is off; when it is on, the later value wins. */}
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
