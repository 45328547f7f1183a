import { profilePartLabels } from "#app/features/profile/profile-parts.ts";
import { ReasonField } from "../inquiries/case-timeline.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import type { ModeratedPart, ModeratedPlaylist } from "./moderated.ts";

interface FormProps {
  action?: string;
  /** Beside open reports: the time (ms) of the latest one on the page. The act closes them. */
  seenAt?: number | undefined;
}

const closing = (seenAt: number | undefined) => (seenAt === undefined ? "" : "報告を閉じ、");
const reportsToo = (seenAt: number | undefined): Record<string, number> =>
  seenAt === undefined ? {} : { seenAt };

export function ProfileResetForm(
  props: FormProps & { member: { id: string; name: string } } & ModeratedPart,
) {
  const { member, part, value, seenAt, ...rest } = props;
  const label = profilePartLabels[part];
  const values = { intent: "profile-reset", id: member.id, part, seen: value, ...reportsToo(seenAt) };
  return (
    <ConfirmForm
      {...rest}
      values={values}
      label={`${label}を取り消す`}
      ariaLabel={`${label}を取り消す：${member.name}`}
      icon="close"
      title={`${member.name}の${label}を取り消しますか？`}
      text={`${closing(seenAt)}ご本人に知らせます。元には戻せませんが、ご本人は新しく設定できます。`}
      fields={<ReasonField to="ご本人に伝える理由" values={values} />}
      isDestructive
      confirmLabel="取り消す"
    />
  );
}

export function PlaylistModeration(props: FormProps & { playlist: ModeratedPlaylist }) {
  const { playlist, seenAt, ...rest } = props;
  const { id: playlistId, name, isTakenDown } = playlist;
  const takedown = { intent: "playlist-take-down", playlistId, ...reportsToo(seenAt) };
  const reset = { intent: "playlist-reset", playlistId, seen: name, ...reportsToo(seenAt) };
  return (
    <>
      {isTakenDown ? (
        <ConfirmForm
          {...rest}
          values={{ intent: "playlist-restore", playlistId }}
          label="公開停止を解除"
          ariaLabel={`公開停止を解除：「${name}」`}
          icon="eye"
          title="このプレイリストの公開停止を解除しますか？"
          text="停止する前の公開状態に戻り、ご本人にメールで届きます。"
          confirmLabel="解除する"
        />
      ) : (
        <ConfirmForm
          {...rest}
          values={takedown}
          label={seenAt === undefined ? "公開停止" : "公開停止にして閉じる"}
          ariaLabel={`公開停止にする：「${name}」`}
          icon="eye-off"
          title="このプレイリストを公開停止にしますか？"
          text={`${closing(seenAt)}ご本人に知らせます。ご本人のほかは見られなくなります。あとで解除できます。`}
          fields={<ReasonField to="ご本人に伝える理由" values={takedown} />}
          confirmLabel="公開停止にする"
        />
      )}
      <ConfirmForm
        {...rest}
        values={reset}
        label="名前と説明を取り消す"
        ariaLabel={`名前と説明を取り消す：「${name}」`}
        icon="close"
        title="このプレイリストの名前と説明を取り消しますか？"
        text={`${closing(seenAt)}ご本人に知らせます。元には戻せません。入っている音声は、そのままです。`}
        fields={<ReasonField to="ご本人に伝える理由" values={reset} />}
        isDestructive
        confirmLabel="取り消す"
      />
    </>
  );
}
