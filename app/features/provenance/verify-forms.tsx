import { Form, Link } from "react-router";
import { maxUnits } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { VerdictView } from "./describe-verdict.ts";
import { maxLinkLength, verifyPath } from "./provenance.ts";

export function FileForm({ formResult }: { formResult: FormResult | undefined }) {
  const { form, isSubmitting, error } = useFormPost<Record<string, unknown>>({
    id: "verify-file",
    action: verifyPath,
    formResult,
  });
  const errors = formResult?.result.error?.file ?? undefined;
  return (
    <Form {...form} encType="multipart/form-data" className="space-y-5">
      {error && (
        <Notice tone="error" title="確かめられませんでした">
          {error}
        </Notice>
      )}
      <TextField
        type="file"
        name="file"
        label="音声ファイル"
        accept="audio/mpeg,.mp3"
        required
        errors={errors}
        focused={errors !== undefined}
        help="MP3、64MBまで。ファイルは保存しません。題名などのタグは、変わっていてもかまいません。"
        className="py-2.5 file:mr-3 file:rounded-full file:border-0 file:bg-voice-a-tint file:px-3 file:py-1 file:text-sm file:text-voice-a"
      />
      <Button size="large" wide icon="search" busy={isSubmitting} busyLabel="確かめています">
        ファイルを確かめる
      </Button>
    </Form>
  );
}

export function LinkForm({ link }: { link: string }) {
  return (
    <Form action={verifyPath} className="space-y-5 border-t border-line pt-8">
      <TextField
        name="url"
        type="text"
        inputMode="url"
        autoComplete="off"
        required
        maxLength={maxUnits(maxLinkLength)}
        label="音声のリンク"
        defaultValue={link}
        placeholder="https://"
        help="このサイトの音声のページやファイルのリンクです。ほかのサイトのリンクは開きません。"
      />
      <Button wide variant="quiet" icon="search">
        リンクを確かめる
      </Button>
    </Form>
  );
}

export function VerdictCard({ verdict }: { verdict: VerdictView }) {
  const { tone, title, text, track } = verdict;
  return (
    <div className="space-y-4 pb-8">
      <Notice tone={tone} title={title} live="politely">
        {text}
      </Notice>
      {track && (
        <Card className="space-y-3">
          <p className="font-bold [overflow-wrap:anywhere]">
            <Link to={track.path} className="text-accent underline">
              {track.title}
            </Link>
          </p>
          <dl className="space-y-1 text-sm">
            {track.facts.map(([name, fact]) => (
              <div key={name} className="flex flex-wrap gap-x-3">
                <dt className="text-muted">{name}</dt>
                <dd className="min-w-0 [overflow-wrap:anywhere]">{fact}</dd>
              </div>
            ))}
          </dl>
          <p className="text-sm">
            <a href={track.manifest} className="inline-flex min-h-11 items-center underline">
              署名された来歴（JSON）
            </a>
          </p>
        </Card>
      )}
    </div>
  );
}
