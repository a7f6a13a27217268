/** The rights of the account in a card. */
import { useQuery } from "@tanstack/react-query";
import { rightsQuery } from "./queries";

export type CardRight =
  | "can_edit"
  | "can_archive"
  | "can_delete"
  | "can_approval_status"
  | "can_manage_relations"
  | "can_manage_stakeholders"
  | "can_create_comments"
  | "can_manage_comments"
  | "can_manage_documents";

/** Gives a function that says what the account may do with a card; nothing until it is known. */
export function useCardRights(cardId: string): (right: CardRight) => boolean {
  const { data } = useQuery(rightsQuery(cardId));
  return (right) => data?.effective[right] === true;
}
