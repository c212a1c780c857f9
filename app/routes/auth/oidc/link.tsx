import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { oidcName } from "#app/domain/accounts/oidc/identity.server.ts";
import { LinkAccount } from "#app/ui/auth/link-account.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";
import { linkByPassword, readLinkEmail } from "../link.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction = () => [{ title: "Your password · Mila" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { email: await readLinkEmail("oidc", request), provider: oidcName ?? "it" };
}

export const action = (args: ActionFunctionArgs) => linkByPassword("oidc", args);

export default function LinkOidc() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <LinkAccount {...page} action="/auth/oidc/link" answer={answer} />;
}
