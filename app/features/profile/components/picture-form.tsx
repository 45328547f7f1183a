import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import {
  isUploaded,
  maxPictureBytes,
  pictureMessages,
  pictureTypes,
} from "#app/features/pictures/picture.ts";
import { readError } from "#app/lib/fetch-json.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/form/field.tsx";
import { useFormFetcher } from "#app/ui/form/use-form-fetcher.ts";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import {
  describeProfileFailure,
  type EditableProfile,
  profileEditPath,
  profileIntents,
  profileMessages,
} from "../profile.ts";

/** Uploads and removes the picture; with JavaScript at once, with preview and progress. */
export function PictureForm(props: { profile: EditableProfile; errors: string[] | undefined }) {
  const { profile } = props;
  const id = useId();
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const promptLogin = useLoginPrompt();
  const [sending, setSending] = useState<{ preview: string; percent: number } | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = sending?.preview;
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);
  const error = problem ?? props.errors?.[0];

  const { fetcher, isBusy: removing } = useFormFetcher({
    onAccepted() {
      setProblem(null);
      // The clicked button is gone.
      file.current?.focus();
      show({ title: profileMessages.pictureChanged, tone: "success" });
    },
    onRefused(formResult) {
      if (formResult.status === 401) return promptLogin();
      show({
        title: profileMessages.failedTitle,
        description: describeProfileFailure(formResult),
        tone: "error",
      });
    },
  });

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file || sending || removing) return;
    let message = problemWithFile(file);
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

  return (
    <section aria-label="プロフィール画像" className="flex flex-wrap items-start gap-4">
      <Avatar name={profile.name} picture={preview ?? profile.picture} width={80} className="size-20" />
      <div className="min-w-[min(14rem,100%)] flex-1 space-y-3">
        <Form method="post" action={profileEditPath} encType="multipart/form-data" className="space-y-2">
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
          <fetcher.Form
            method="post"
            action={profileEditPath}
            onSubmit={(event) => removing && event.preventDefault()}
          >
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
          </fetcher.Form>
        )}
      </div>
    </section>
  );
}

/** Spares an upload; the server checks the content. */
function problemWithFile(file: File): string | null {
  if (file.size > maxPictureBytes) return pictureMessages.tooLarge;
  return file.type.startsWith("image/") ? null : pictureMessages.notAnImage;
}

interface Upload {
  status: number;
  problem: string | null;
}

/** Reports the progress, which `fetch` can't. `status` 0: no answer; the message is null on success. */
function uploadPicture(file: File, onProgress: (percent: number) => void): Promise<Upload> {
  const form = new FormData();
  form.set("image", file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/upload/profile-image");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (100 * loaded) / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      resolve({ status, problem: status === 200 ? null : errorMessageIn(responseText) });
    };
    request.onerror = () => resolve({ status: 0, problem: pictureMessages.failed });
    request.onabort = request.onerror;
    request.send(form);
  });
}

function errorMessageIn(text: string): string {
  try {
    return readError(JSON.parse(text)).error || pictureMessages.failed;
  } catch {
    return pictureMessages.failed;
  }
}
