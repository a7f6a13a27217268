/** The findings of a scan. */
import type { FindingStatus, Severity } from "../model";
import { EU_AI_ACT } from "../rules";

/** A finding as a scan stores it. */
export type FoundFinding = {
  regulation: string;
  regulation_article: string | null;
  card_id: string | null;
  category: string;
  requirement: string;
  status: FindingStatus;
  severity: Severity;
  gap_description: string;
  evidence: string | null;
  remediation: string | null;
  ai_detected: boolean;
  engine: string;
};

/** The number of findings about cards that are stored of each rule. */
export const MAX_PER_RULE = 500;

/**
 * Returns the finding that a card bears artificial intelligence, for which nothing else was found: its duties must be
 * looked at.
 */
export const applicabilityOf = (cardId: string, signal: string): FoundFinding => ({
  regulation: EU_AI_ACT,
  regulation_article: null,
  card_id: cardId,
  category: "applicability",
  requirement: "Each system with artificial intelligence is assigned to one of the tiers of risk.",
  status: "review_needed",
  severity: "medium",
  gap_description: "The tier of the system (prohibited, high, limited, minimal) is not recorded.",
  evidence: `The card bears artificial intelligence: ${signal}.`,
  remediation: "Assign the system to a tier, and record the reasons.",
  ai_detected: true,
  engine: "local",
});
