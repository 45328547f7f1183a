import { Fragment } from "react";
import { Link } from "react-router";
import type { OrderScreen } from "./order-screen.server.ts";

/** The law wants these beside the button of the order. A stored screen is drawn by them as well. */
export function OrderConditions({ conditions, documents }: OrderScreen) {
  return (
    <>
      <dl className="divide-y divide-line text-sm">
        {conditions.map(({ name, text }) => (
          <div key={name} className="gap-4 py-3 rail:flex">
            <dt className="shrink-0 font-bold rail:w-28">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        くわしくは
        {documents.map(({ name, path }, index) => (
          <Fragment key={path}>
            {index > 0 && "と"}
            <Link to={path} className="inline-block py-1 text-accent underline">
              {name}
            </Link>
          </Fragment>
        ))}
        をご覧ください。
      </p>
    </>
  );
}
