import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { Avatar } from "#app/features/accounts/components/avatar.tsx";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { isUploaded } from "#app/features/pictures/picture-files.ts";
import { largestPicture, pictureMessages, pictureTypes } from "#app/features/pictures/picture-messages.ts";
import { askServer, refusalOf } from "#app/lib/ask-server.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { type EditableProfile, editPath, profileIntents, profileMessages } from "../profile.ts";
import { uploadPicture } from "../upload-picture.ts";

/**
 * Uploads a picture and takes it away again. A plain multipart form; with JavaScript a chosen file is sent at once,
 * with a preview and its progress.
 */
export function PictureForm(props: { profile: EditableProfile; errors: string[] | undefined }) {
  const { profile } = props;
  const id = useId();
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const promptLogin = useLoginPrompt();
  const [sending, setSending] = useState<{ preview: string; percent: number } | null>(null);
  const [removing, setRemoving] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = sending?.preview;
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);
  const error = problem ?? props.errors?.[0];

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file || sending || removing) return;
    let message = localProblem(file);
    if (!message) {
      const preview = URL.createObjectURL(file);
      setProblem(null);
      setSending({ preview, percent: 0 });
      const { status, problem } = await uploadPicture(file, (percent) => setSending({ preview, percent }));
      if (status === 401) {
        setSending(null);
        input.value = "";
        return promptLogin();
      }
      message = problem;
      if (!message) await revalidate();
      setSending(null);
    }
    // The same file may be chosen again.
    input.value = "";
    input.focus();
    setProblem(message);
    if (message) show({ title: "アップロードエラー", description: message, tone: "error" });
    else show({ title: profileMessages.pictureChanged, tone: "success" });
  };

  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (removing) return;
    setRemoving(true);
    const { ok, status, body } = await askServer("PATCH", "/api/auth/profile", { json: { picture: null } });
    if (status === 401) {
      setRemoving(false);
      return promptLogin();
    }
    if (!ok) {
      setRemoving(false);
      const description = refusalOf(body).error || profileMessages.failed;
      return show({ title: profileMessages.failedTitle, description, tone: "error" });
    }
    setProblem(null);
    await revalidate();
    setRemoving(false);
    // The pressed button is gone.
    file.current?.focus();
    show({ title: profileMessages.pictureChanged, tone: "success" });
  };

  return (
    <section aria-label="プロフィール画像" className="flex flex-wrap items-start gap-4">
      <Avatar name={profile.name} picture={preview ?? profile.picture} width={80} className="size-20" />
      <div className="min-w-[min(14rem,100%)] flex-1 space-y-3">
        <Form method="post" action={editPath} encType="multipart/form-data" className="space-y-2">
          <label htmlFor={id} className="block text-sm font-bold">
            プロフィール画像
          </label>
          <input
            ref={file}
            id={id}
            type="file"
            name="image"
            required
            accept={pictureTypes}
            onChange={choose}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error ${id}-help` : `${id}-help`}
            {...(props.errors && { autoFocus: true })}
            className="block min-h-12 w-full max-w-full rounded-card text-sm text-muted file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border file:border-line-strong file:bg-surface file:px-5 file:text-sm file:font-bold file:text-ink hover:file:bg-sunken"
          />
          {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
          <p id={`${id}-help`} className="text-xs text-muted">
            JPEG, PNG, GIF, WebP（10MBまで）
          </p>
          {sending && <ProgressBar value={sending.percent} label="画像のアップロード" />}
          <Button variant="quiet" icon="share" className="scripted:hidden">
            アップロードする
          </Button>
        </Form>
        {profile.picture && isUploaded(profile.picture) && !sending && (
          <Form method="post" action={editPath} onSubmit={remove}>
            <input type="hidden" name="intent" value={profileIntents.removePicture} />
            <Button
              variant="plain"
              icon="trash"
              busy={removing}
              busyLabel="画像を削除しています"
              className="-ml-5"
            >
              画像を削除
            </Button>
          </Form>
        )}
      </div>
    </section>
  );
}

/** What this device can tell already. Whether it really is an image, the server looks. */
function localProblem(file: File): string | null {
  if (file.size > largestPicture) return pictureMessages.tooLarge;
  return file.type.startsWith("image/") ? null : pictureMessages.notAnImage;
}
