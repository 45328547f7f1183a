import { type FormEvent, type ReactNode, type RefObject, useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { SessionOver } from "#app/features/accounts/components/session-over.tsx";
import { tidyName } from "#app/features/accounts/tidy-name.ts";
import { firstWrong, type RefusedForm, refusalText } from "#app/features/refused-form.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { askServer, refusalOf } from "#app/lib/ask-server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { useFocusWrong } from "#app/ui/use-focus-wrong.ts";
import { longest, nameMessages } from "../playlist-messages.ts";
import {
  type EditablePlaylist,
  playlistFields,
  playlistMessages,
  playlistOfForm,
} from "../playlist-values.ts";
import { CategoryField } from "./category-field.tsx";
import { VisibilityField } from "./visibility-field.tsx";

/** In a dialog it is always in sight, at the sheet's end. */
const endBar =
  "flex flex-wrap items-center gap-2 in-[dialog]:sticky in-[dialog]:bottom-0 in-[dialog]:z-10 in-[dialog]:-mx-5 in-[dialog]:border-t in-[dialog]:border-line in-[dialog]:bg-surface in-[dialog]:px-5 in-[dialog]:pt-3 in-[dialog]:pb-[max(0.75rem,env(safe-area-inset-bottom))]";

interface PlaylistFormProps {
  /** As it is now; null for a new one. */
  playlist: EditablePlaylist | null;
  /** The page that takes the form without JavaScript. */
  action: string;
  /** Where that page leads to in the end. */
  returnPath?: string | undefined;
  refused?: RefusedForm | undefined;
  /** Names of categories to choose from. */
  offered: readonly string[];
  words: { save: string; busy: string; failed: string };
  /** No further playlist can be made. */
  isFull?: boolean;
  onSaved: () => void | Promise<void>;
  /** The limit was met after all. */
  onFull?: () => void;
  /** Beside the button that saves. */
  children?: ReactNode;
  idPrefix: string;
}

/**
 * A playlist's fields. A plain form post to `action`; with JavaScript the calls of spec 2 §7, which leave everything typed
 * in place.
 */
export function PlaylistForm(props: PlaylistFormProps) {
  const { playlist, action, returnPath, refused, offered, words, isFull = false, idPrefix } = props;
  const { show } = useToast();
  const isPremium = useRootData()?.user?.isPremium ?? false;
  const navigation = useNavigation();
  const [isSaving, setIsSaving] = useState(false);
  const [answer, setAnswer] = useState<Omit<RefusedForm, "values"> | null>(null);
  const typed = refused?.values;
  const shown = answer ?? refused;
  const { fields = {} } = shown ?? {};
  const form = useFocusWrong(shown);
  const name = useName(typed?.name ?? playlist?.name ?? "", form);
  const wrong = firstWrong(shown, playlistFields);
  const wasPublic = playlist?.isPublic ?? true;
  const asked = typed?.isPublic;

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const json = playlistOfForm(Object.fromEntries(new FormData(event.currentTarget)));
    setIsSaving(true);
    const { ok, status, body } = playlist
      ? await askServer("PUT", `/api/playlists/${playlist.id}`, { json })
      : await askServer("POST", "/api/playlists", { json });
    if (ok) {
      setAnswer(null);
      await props.onSaved();
      return setIsSaving(false);
    }
    setIsSaving(false);
    name.judge();
    const refusal = refusalOf(body);
    const text = refusalText({ status, error: refusal.error });
    setAnswer({ status, code: "", error: text, fields: refusal.fields });
    if (status === 403) props.onFull?.();
    show({
      title: playlistMessages.failedTitle,
      description: status >= 400 && status < 500 && refusal.error ? refusal.error : words.failed,
      tone: "error",
    });
  };

  return (
    <Form ref={form} method="post" action={action} noValidate onSubmit={save} className="space-y-6">
      {returnPath !== undefined && <input type="hidden" name="redirect" value={returnPath} />}
      {shown?.status === 401 && <SessionOver returnPath={action} save={words.save} />}
      {shown && shown.status !== 401 && !isFull && Object.keys(fields).length === 0 && (
        <Notice tone="error" title={words.failed}>
          {refusalText(shown)}
        </Notice>
      )}
      <TextField
        id={`${idPrefix}-name`}
        name="name"
        label="プレイリスト名"
        hint="必須"
        defaultValue={typed?.name ?? playlist?.name ?? ""}
        errors={name.problem ? [name.problem] : name.isChanged ? undefined : fields.name}
        focused={wrong === "name"}
        counter={{ max: longest.name, count: (text) => tidyName(text).length }}
        autoComplete="off"
        onInput={(event) => name.type(event.currentTarget.value)}
        onBlur={name.judge}
      />
      <CategoryField
        id={`${idPrefix}-category`}
        value={typed ? (typed.category ?? "") : (playlist?.categories.join(",") ?? "")}
        draft={typed?.categoryDraft ?? ""}
        offered={offered}
        errors={fields.category}
        focused={wrong === "category"}
      />
      <TextAreaField
        id={`${idPrefix}-description`}
        name="description"
        label="説明"
        hint="任意"
        rows={3}
        defaultValue={typed?.description ?? playlist?.description ?? ""}
        errors={fields.description}
        focused={wrong === "description"}
        counter={{ max: longest.description }}
        className="min-h-24!"
      />
      <VisibilityField
        isPublic={asked === undefined ? wasPublic : asked === "true"}
        wasPublic={wasPublic}
        isPremium={isPremium}
        errors={fields.isPublic}
      />
      {playlist && (
        <TextField
          id={`${idPrefix}-slug`}
          name="publicSlug"
          label="URLの名前"
          hint="任意"
          defaultValue={typed?.publicSlug ?? playlist.publicSlug ?? ""}
          errors={fields.publicSlug}
          focused={wrong === "publicSlug"}
          help="公開ページのアドレスに使われます。空にすると、プレイリスト名から作られます。変更すると、前のアドレスは使えなくなります。"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <div className={endBar}>
        <Button
          size="large"
          className="flex-1"
          disabled={isFull || name.isUnfit}
          busy={isSaving || navigation.formAction === action}
          busyLabel={words.busy}
        >
          {words.save}
        </Button>
        {props.children}
      </div>
    </Form>
  );
}

/** What is wrong with the name as it is typed (spec 2 §5). Nothing is told before the field was left or is too long. */
function useName(given: string, form: RefObject<HTMLFormElement | null>) {
  /** Null where nothing can follow it: without JavaScript the server judges. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  const [isJudged, setIsJudged] = useState(false);
  useEffect(() => {
    // Not `given`: the browser may have brought back what was typed before a reload.
    const field = form.current?.elements.namedItem("name");
    if (field instanceof HTMLInputElement) setTyped(field.value);
  }, [form]);
  const name = tidyName(typed ?? given);
  const isLong = name.length > longest.name;
  const problem = isLong ? nameMessages.tooLong : name === "" && isJudged ? nameMessages.missing : null;
  return {
    problem: typed === null ? null : problem,
    isUnfit: typed !== null && (isLong || name === ""),
    isChanged,
    type(text: string) {
      setTyped(text);
      setIsChanged(true);
    },
    judge: () => setIsJudged(true),
  };
}
