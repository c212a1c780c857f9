import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { FlowExpired } from "#app/ui/auth/flow-expired.tsx";
import { finishGoogleSignIn } from "./google.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Sign in · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  return (await finishGoogleSignIn(args)) ?? data(null, { status: 400 });
}

export default function ExpiredGoogleFlow() {
  return <FlowExpired provider="Google" />;
}
