import { Fragment } from "react";
import { Link } from "react-router";
import { type Block, parseLinks } from "../article.ts";

/** Renders the blocks of a section, with their links. */
export function ArticleBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="space-y-3 [word-break:normal]">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === "string") {
    return (
      <p>
        <LinkedText text={block} />
      </p>
    );
  }
  if ("pairs" in block) {
    return (
      <dl className="divide-y divide-line border-y border-line">
        {block.pairs.map(([name, text]) => (
          <div key={name} className="py-3 rail:grid rail:grid-cols-[minmax(0,2fr)_minmax(0,5fr)] rail:gap-4">
            <dt className="text-sm font-bold">{name}</dt>
            <dd className="text-sm">
              <LinkedText text={text} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  const [Element, lines] = "steps" in block ? (["ol", block.steps] as const) : (["ul", block.list] as const);
  return (
    <Element className={`space-y-2 pl-6 ${Element === "ol" ? "list-decimal" : "list-disc"}`}>
      {lines.map((line) => (
        <li key={line}>
          <LinkedText text={line} />
        </li>
      ))}
    </Element>
  );
}

/** Renders a text whose links are written `[text](/path)`. */
function LinkedText({ text }: { text: string }) {
  return parseLinks(text).map((part, index) =>
    part.to ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <Link key={index} to={part.to} className="text-accent underline">
        {part.text}
      </Link>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <Fragment key={index}>{part.text}</Fragment>
    ),
  );
}
