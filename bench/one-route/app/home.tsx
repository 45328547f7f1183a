import { useLoaderData } from "react-router";

export const meta = () => [{ title: "One route" }];

export const loader = () => ({ greeting: "こんばんは" });

export default function Home() {
  const { greeting } = useLoaderData<typeof loader>();
  return <h1>{greeting}</h1>;
}
