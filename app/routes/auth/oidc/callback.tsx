import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FlowExpired } from "#app/ui/auth/flow-expired.tsx";
import { oidcName } from "#app/domain/accounts/oidc/identity.server.ts";
import { finishOidcSignIn } from "./sign-in.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Sign in · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  return (await finishOidcSignIn(args)) ?? data({ provider: oidcName ?? "it" }, { status: 400 });
}

export default function ExpiredOidcFlow() {
  const { provider } = useLoaderData<{ provider: string }>();
  return <FlowExpired provider={provider} />;
}
