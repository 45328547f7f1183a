import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { parsePosition, positionMessage } from "../item-positions.ts";

interface MoveDialogProps {
  /** The track to move and its position, from 1; null while closed. */
  moving: { title: string; position: number } | null;
  /** Last position of the playlist. */
  last: number;
  onMove: (position: number) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Asks for the new position of a track, or removes it. */
export function MoveDialog({ moving, last, onMove, onRemove, onClose }: MoveDialogProps) {
  return (
    <Dialog open={moving !== null} onClose={onClose} title="位置を指定して移動">
      {moving && <PositionForm key={moving.title} {...moving} last={last} onMove={onMove} />}
      <div className="mt-5 border-t border-line pt-3">
        <Button type="button" variant="plain" icon="close" className="text-danger -ml-3" onClick={onRemove}>
          プレイリストから外す
        </Button>
      </div>
    </Dialog>
  );
}

function PositionForm(props: {
  title: string;
  position: number;
  last: number;
  onMove: MoveDialogProps["onMove"];
}) {
  const { title, position, last, onMove } = props;
  const [typed, setTyped] = useState(String(position));
  const [isInvalid, setInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = parsePosition(typed, last);
    if (to === null) return setInvalid(true);
    onMove(to);
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="line-clamp-2 font-bold">{title}</p>
      <TextField
        label={`何番目に移動しますか（1〜${last}）`}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        value={typed}
        errors={isInvalid ? [positionMessage(last)] : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setInvalid(false);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="quiet" disabled={position === 1} onClick={() => onMove(1)}>
          先頭へ
        </Button>
        <Button type="button" variant="quiet" disabled={position === last} onClick={() => onMove(last)}>
          末尾へ
        </Button>
        <Button>移動する</Button>
      </div>
    </form>
  );
}
