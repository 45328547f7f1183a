import { Fragment } from "react";
import { Link } from "react-router";

/** `「text」（/path）`. Never matches addresses of other sites. */
const linkPattern = /「([^「」]+)」（(\/(?:[a-z][^\s（）「」]*)?)）/;

interface AnswerTextProps {
  text: string;
  onFollow?: () => void;
}

export function AnswerText({ text, onFollow }: AnswerTextProps) {
  const pieces = text.split(new RegExp(linkPattern, "g"));
  return (
    <p className="whitespace-pre-wrap [word-break:normal]">
      {/* `split` with two groups: text, link text, link path, text, … */}
      {pieces.map((piece, index) => {
        const path = pieces[index + 1];
        if (index % 3 === 2) return null;
        return index % 3 === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
          <Fragment key={index}>{piece}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
          <Link key={index} to={path ?? "/"} onClick={onFollow} className="text-accent underline">
            {piece}
          </Link>
        );
      })}
    </p>
  );
}
