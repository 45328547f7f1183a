import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { readPlace, wrongPlace } from "../read-place.ts";

interface MoveDialogProps {
  /** The row that is to move and its place, from 1; null while closed. */
  moving: { title: string; place: number } | null;
  /** The last place there is. */
  last: number;
  onMove: (place: number) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Asks for the place that a track is to have, if it is to stay. */
export function MoveDialog({ moving, last, onMove, onRemove, onClose }: MoveDialogProps) {
  return (
    <Dialog open={moving !== null} onClose={onClose} title="位置を指定して移動">
      {moving && <Question key={moving.title} {...moving} last={last} onMove={onMove} />}
      <div className="mt-5 border-t border-line pt-3">
        <Button type="button" variant="plain" icon="close" className="text-danger -ml-3" onClick={onRemove}>
          プレイリストから外す
        </Button>
      </div>
    </Dialog>
  );
}

function Question(props: { title: string; place: number; last: number; onMove: MoveDialogProps["onMove"] }) {
  const { title, place, last, onMove } = props;
  const [typed, setTyped] = useState(String(place));
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = readPlace(typed, last);
    if (to === null) return setWrong(true);
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
        errors={isWrong ? [wrongPlace(last)] : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="quiet" disabled={place === 1} onClick={() => onMove(1)}>
          先頭へ
        </Button>
        <Button type="button" variant="quiet" disabled={place === last} onClick={() => onMove(last)}>
          末尾へ
        </Button>
        <Button>移動する</Button>
      </div>
    </form>
  );
}
