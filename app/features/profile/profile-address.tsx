import { CopyButton } from "#app/ui/copy-button.tsx";

/** The address of a profile, to be passed on. */
export function ProfileAddress({ address }: { address: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="sr-only">プロフィールのURL </span>
      <span className="min-w-0 text-muted select-all">{address.replace(/^https?:\/\//, "")}</span>
      <CopyButton
        text={address}
        label="URLをコピー"
        copiedLabel="コピーしました"
        variant="plain"
        className="-mx-3"
      />
    </p>
  );
}
