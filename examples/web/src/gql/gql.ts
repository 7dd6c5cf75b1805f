/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  fragment AtoAlertRow on AtoAlert { title text type raisedAt }\n": typeof types.AtoAlertRowFragmentDoc,
    "\n  fragment AtoDistributionRow on AtoDistribution { distributionId name }\n": typeof types.AtoDistributionRowFragmentDoc,
    "\n  mutation ReportAtoProgress($requestId: ID!, $status: AtoStatus!, $complete: Boolean!, $title: String!, $text: String!) {\n    updateAtoStatus(input: { id: $requestId, status: $status, complete: $complete }) { requestId streamOutcome }\n    raiseAtoAlert(input: { requestId: $requestId, title: $title, text: $text }) { streamOutcome }\n  }\n": typeof types.ReportAtoProgressDocument,
    "\n  query AtoRequest($requestId: ID!) {\n    atoRequest(id: $requestId) {\n      id\n      complete\n      ...AtoSteps\n      distributions { ...AtoDistributionRow }\n    }\n  }\n": typeof types.AtoRequestDocument,
    "\n  subscription AtoRequestChanged($requestId: ID!, $after: String) {\n    atoRequestChanged(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      request { id complete ...AtoSteps distributions { ...AtoDistributionRow } }\n    }\n  }\n": typeof types.AtoRequestChangedDocument,
    "\n  subscription AtoDistributionsChanged($requestId: ID!, $after: String) {\n    atoDistributionsChanged(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      requestId\n      distributions { ...AtoDistributionRow }\n    }\n  }\n": typeof types.AtoDistributionsChangedDocument,
    "\n  subscription AtoAlertRaised($requestId: ID!, $after: String) {\n    atoAlertRaised(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      alert { ...AtoAlertRow }\n    }\n  }\n": typeof types.AtoAlertRaisedDocument,
    "\n  fragment AtoSteps on AtoRequest { status }\n": typeof types.AtoStepsFragmentDoc,
    "\n  mutation CreateNote($input: CreateNoteInput!) {\n    createNote(input: $input) { noteId }\n  }\n": typeof types.CreateNoteDocument,
    "\n  fragment NoteRow on Note { id text lessonId }\n": typeof types.NoteRowFragmentDoc,
    "\n  mutation DeleteNote($input: DeleteNoteInput!) {\n    deleteNote(input: $input) { deletedId }\n  }\n": typeof types.DeleteNoteDocument,
    "\n  fragment Objective on CourseObjective {\n    id\n    name\n    performance { skill skillDescription score }\n  }\n": typeof types.ObjectiveFragmentDoc,
    "\n  fragment Person on Person { id handle firstName lastName }\n": typeof types.PersonFragmentDoc,
    "\n  query Viewer {\n    me { id ...Person }\n  }\n": typeof types.ViewerDocument,
    "\n  mutation CompleteAtoSignOn($code: String!, $state: String!) {\n    completeAtoSignOn(input: { code: $code, state: $state }) {\n      requestId\n      bound\n      token { accessToken refreshToken }\n    }\n  }\n": typeof types.CompleteAtoSignOnDocument,
    "\n  fragment ClassMemberRow on ClassMember { id user { ...Person } details { position } }\n": typeof types.ClassMemberRowFragmentDoc,
    "\n  query ClassDetail($id: ID!) {\n    theClass: class(id: $id) {\n      id\n      name\n      joinCode\n      viewer { id }\n      course { id name description }\n      instructors { id ...ClassMemberRow }\n      students { id ...ClassMemberRow }\n      notes { nodes { id ...NoteRow } }\n    }\n  }\n": typeof types.ClassDetailDocument,
    "\n  fragment ClassCard on Class {\n    id\n    name\n    viewer { id }\n    course { id name description }\n  }\n": typeof types.ClassCardFragmentDoc,
    "\n  query ClassList($first: Int!, $after: String) {\n    classes(first: $first, after: $after) {\n      edges { node { id ...ClassCard } }\n      pageInfo { hasNextPage endCursor }\n      totalCount\n    }\n  }\n": typeof types.ClassListDocument,
    "\n  fragment LessonRow on Lesson {\n    id\n    name\n    description\n    isAssessment\n    expectedCompletionTime\n    locked(studentId: $studentId) @include(if: $forStudent)\n  }\n": typeof types.LessonRowFragmentDoc,
    "\n  query CourseDetail($id: ID!, $studentId: ID!, $forStudent: Boolean!) {\n    course(id: $id) {\n      id\n      name\n      description\n      levels { id name lessons { id name ...LessonRow } }\n      objectives { id ...Objective }\n      notes { nodes { id ...NoteRow } }\n    }\n  }\n": typeof types.CourseDetailDocument,
    "\n  fragment LeaderboardRow on LeaderboardEntry {\n    rank\n    score\n    categories\n    userId\n    user { id ...Person }\n  }\n": typeof types.LeaderboardRowFragmentDoc,
    "\n  query Leaderboard($categories: [String!]!) {\n    me { id }\n    leaderboard(categories: $categories, first: 20) { edges { node { ...LeaderboardRow } } }\n    leaderboardRank(categories: $categories) { rank score }\n  }\n": typeof types.LeaderboardDocument,
};
const documents: Documents = {
    "\n  fragment AtoAlertRow on AtoAlert { title text type raisedAt }\n": types.AtoAlertRowFragmentDoc,
    "\n  fragment AtoDistributionRow on AtoDistribution { distributionId name }\n": types.AtoDistributionRowFragmentDoc,
    "\n  mutation ReportAtoProgress($requestId: ID!, $status: AtoStatus!, $complete: Boolean!, $title: String!, $text: String!) {\n    updateAtoStatus(input: { id: $requestId, status: $status, complete: $complete }) { requestId streamOutcome }\n    raiseAtoAlert(input: { requestId: $requestId, title: $title, text: $text }) { streamOutcome }\n  }\n": types.ReportAtoProgressDocument,
    "\n  query AtoRequest($requestId: ID!) {\n    atoRequest(id: $requestId) {\n      id\n      complete\n      ...AtoSteps\n      distributions { ...AtoDistributionRow }\n    }\n  }\n": types.AtoRequestDocument,
    "\n  subscription AtoRequestChanged($requestId: ID!, $after: String) {\n    atoRequestChanged(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      request { id complete ...AtoSteps distributions { ...AtoDistributionRow } }\n    }\n  }\n": types.AtoRequestChangedDocument,
    "\n  subscription AtoDistributionsChanged($requestId: ID!, $after: String) {\n    atoDistributionsChanged(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      requestId\n      distributions { ...AtoDistributionRow }\n    }\n  }\n": types.AtoDistributionsChangedDocument,
    "\n  subscription AtoAlertRaised($requestId: ID!, $after: String) {\n    atoAlertRaised(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      alert { ...AtoAlertRow }\n    }\n  }\n": types.AtoAlertRaisedDocument,
    "\n  fragment AtoSteps on AtoRequest { status }\n": types.AtoStepsFragmentDoc,
    "\n  mutation CreateNote($input: CreateNoteInput!) {\n    createNote(input: $input) { noteId }\n  }\n": types.CreateNoteDocument,
    "\n  fragment NoteRow on Note { id text lessonId }\n": types.NoteRowFragmentDoc,
    "\n  mutation DeleteNote($input: DeleteNoteInput!) {\n    deleteNote(input: $input) { deletedId }\n  }\n": types.DeleteNoteDocument,
    "\n  fragment Objective on CourseObjective {\n    id\n    name\n    performance { skill skillDescription score }\n  }\n": types.ObjectiveFragmentDoc,
    "\n  fragment Person on Person { id handle firstName lastName }\n": types.PersonFragmentDoc,
    "\n  query Viewer {\n    me { id ...Person }\n  }\n": types.ViewerDocument,
    "\n  mutation CompleteAtoSignOn($code: String!, $state: String!) {\n    completeAtoSignOn(input: { code: $code, state: $state }) {\n      requestId\n      bound\n      token { accessToken refreshToken }\n    }\n  }\n": types.CompleteAtoSignOnDocument,
    "\n  fragment ClassMemberRow on ClassMember { id user { ...Person } details { position } }\n": types.ClassMemberRowFragmentDoc,
    "\n  query ClassDetail($id: ID!) {\n    theClass: class(id: $id) {\n      id\n      name\n      joinCode\n      viewer { id }\n      course { id name description }\n      instructors { id ...ClassMemberRow }\n      students { id ...ClassMemberRow }\n      notes { nodes { id ...NoteRow } }\n    }\n  }\n": types.ClassDetailDocument,
    "\n  fragment ClassCard on Class {\n    id\n    name\n    viewer { id }\n    course { id name description }\n  }\n": types.ClassCardFragmentDoc,
    "\n  query ClassList($first: Int!, $after: String) {\n    classes(first: $first, after: $after) {\n      edges { node { id ...ClassCard } }\n      pageInfo { hasNextPage endCursor }\n      totalCount\n    }\n  }\n": types.ClassListDocument,
    "\n  fragment LessonRow on Lesson {\n    id\n    name\n    description\n    isAssessment\n    expectedCompletionTime\n    locked(studentId: $studentId) @include(if: $forStudent)\n  }\n": types.LessonRowFragmentDoc,
    "\n  query CourseDetail($id: ID!, $studentId: ID!, $forStudent: Boolean!) {\n    course(id: $id) {\n      id\n      name\n      description\n      levels { id name lessons { id name ...LessonRow } }\n      objectives { id ...Objective }\n      notes { nodes { id ...NoteRow } }\n    }\n  }\n": types.CourseDetailDocument,
    "\n  fragment LeaderboardRow on LeaderboardEntry {\n    rank\n    score\n    categories\n    userId\n    user { id ...Person }\n  }\n": types.LeaderboardRowFragmentDoc,
    "\n  query Leaderboard($categories: [String!]!) {\n    me { id }\n    leaderboard(categories: $categories, first: 20) { edges { node { ...LeaderboardRow } } }\n    leaderboardRank(categories: $categories) { rank score }\n  }\n": types.LeaderboardDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AtoAlertRow on AtoAlert { title text type raisedAt }\n"): (typeof documents)["\n  fragment AtoAlertRow on AtoAlert { title text type raisedAt }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AtoDistributionRow on AtoDistribution { distributionId name }\n"): (typeof documents)["\n  fragment AtoDistributionRow on AtoDistribution { distributionId name }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReportAtoProgress($requestId: ID!, $status: AtoStatus!, $complete: Boolean!, $title: String!, $text: String!) {\n    updateAtoStatus(input: { id: $requestId, status: $status, complete: $complete }) { requestId streamOutcome }\n    raiseAtoAlert(input: { requestId: $requestId, title: $title, text: $text }) { streamOutcome }\n  }\n"): (typeof documents)["\n  mutation ReportAtoProgress($requestId: ID!, $status: AtoStatus!, $complete: Boolean!, $title: String!, $text: String!) {\n    updateAtoStatus(input: { id: $requestId, status: $status, complete: $complete }) { requestId streamOutcome }\n    raiseAtoAlert(input: { requestId: $requestId, title: $title, text: $text }) { streamOutcome }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AtoRequest($requestId: ID!) {\n    atoRequest(id: $requestId) {\n      id\n      complete\n      ...AtoSteps\n      distributions { ...AtoDistributionRow }\n    }\n  }\n"): (typeof documents)["\n  query AtoRequest($requestId: ID!) {\n    atoRequest(id: $requestId) {\n      id\n      complete\n      ...AtoSteps\n      distributions { ...AtoDistributionRow }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription AtoRequestChanged($requestId: ID!, $after: String) {\n    atoRequestChanged(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      request { id complete ...AtoSteps distributions { ...AtoDistributionRow } }\n    }\n  }\n"): (typeof documents)["\n  subscription AtoRequestChanged($requestId: ID!, $after: String) {\n    atoRequestChanged(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      request { id complete ...AtoSteps distributions { ...AtoDistributionRow } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription AtoDistributionsChanged($requestId: ID!, $after: String) {\n    atoDistributionsChanged(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      requestId\n      distributions { ...AtoDistributionRow }\n    }\n  }\n"): (typeof documents)["\n  subscription AtoDistributionsChanged($requestId: ID!, $after: String) {\n    atoDistributionsChanged(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      requestId\n      distributions { ...AtoDistributionRow }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription AtoAlertRaised($requestId: ID!, $after: String) {\n    atoAlertRaised(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      alert { ...AtoAlertRow }\n    }\n  }\n"): (typeof documents)["\n  subscription AtoAlertRaised($requestId: ID!, $after: String) {\n    atoAlertRaised(requestId: $requestId, after: $after) {\n      cursor\n      gap { reason }\n      alert { ...AtoAlertRow }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AtoSteps on AtoRequest { status }\n"): (typeof documents)["\n  fragment AtoSteps on AtoRequest { status }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateNote($input: CreateNoteInput!) {\n    createNote(input: $input) { noteId }\n  }\n"): (typeof documents)["\n  mutation CreateNote($input: CreateNoteInput!) {\n    createNote(input: $input) { noteId }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment NoteRow on Note { id text lessonId }\n"): (typeof documents)["\n  fragment NoteRow on Note { id text lessonId }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteNote($input: DeleteNoteInput!) {\n    deleteNote(input: $input) { deletedId }\n  }\n"): (typeof documents)["\n  mutation DeleteNote($input: DeleteNoteInput!) {\n    deleteNote(input: $input) { deletedId }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Objective on CourseObjective {\n    id\n    name\n    performance { skill skillDescription score }\n  }\n"): (typeof documents)["\n  fragment Objective on CourseObjective {\n    id\n    name\n    performance { skill skillDescription score }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Person on Person { id handle firstName lastName }\n"): (typeof documents)["\n  fragment Person on Person { id handle firstName lastName }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Viewer {\n    me { id ...Person }\n  }\n"): (typeof documents)["\n  query Viewer {\n    me { id ...Person }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CompleteAtoSignOn($code: String!, $state: String!) {\n    completeAtoSignOn(input: { code: $code, state: $state }) {\n      requestId\n      bound\n      token { accessToken refreshToken }\n    }\n  }\n"): (typeof documents)["\n  mutation CompleteAtoSignOn($code: String!, $state: String!) {\n    completeAtoSignOn(input: { code: $code, state: $state }) {\n      requestId\n      bound\n      token { accessToken refreshToken }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ClassMemberRow on ClassMember { id user { ...Person } details { position } }\n"): (typeof documents)["\n  fragment ClassMemberRow on ClassMember { id user { ...Person } details { position } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ClassDetail($id: ID!) {\n    theClass: class(id: $id) {\n      id\n      name\n      joinCode\n      viewer { id }\n      course { id name description }\n      instructors { id ...ClassMemberRow }\n      students { id ...ClassMemberRow }\n      notes { nodes { id ...NoteRow } }\n    }\n  }\n"): (typeof documents)["\n  query ClassDetail($id: ID!) {\n    theClass: class(id: $id) {\n      id\n      name\n      joinCode\n      viewer { id }\n      course { id name description }\n      instructors { id ...ClassMemberRow }\n      students { id ...ClassMemberRow }\n      notes { nodes { id ...NoteRow } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ClassCard on Class {\n    id\n    name\n    viewer { id }\n    course { id name description }\n  }\n"): (typeof documents)["\n  fragment ClassCard on Class {\n    id\n    name\n    viewer { id }\n    course { id name description }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ClassList($first: Int!, $after: String) {\n    classes(first: $first, after: $after) {\n      edges { node { id ...ClassCard } }\n      pageInfo { hasNextPage endCursor }\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query ClassList($first: Int!, $after: String) {\n    classes(first: $first, after: $after) {\n      edges { node { id ...ClassCard } }\n      pageInfo { hasNextPage endCursor }\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LessonRow on Lesson {\n    id\n    name\n    description\n    isAssessment\n    expectedCompletionTime\n    locked(studentId: $studentId) @include(if: $forStudent)\n  }\n"): (typeof documents)["\n  fragment LessonRow on Lesson {\n    id\n    name\n    description\n    isAssessment\n    expectedCompletionTime\n    locked(studentId: $studentId) @include(if: $forStudent)\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CourseDetail($id: ID!, $studentId: ID!, $forStudent: Boolean!) {\n    course(id: $id) {\n      id\n      name\n      description\n      levels { id name lessons { id name ...LessonRow } }\n      objectives { id ...Objective }\n      notes { nodes { id ...NoteRow } }\n    }\n  }\n"): (typeof documents)["\n  query CourseDetail($id: ID!, $studentId: ID!, $forStudent: Boolean!) {\n    course(id: $id) {\n      id\n      name\n      description\n      levels { id name lessons { id name ...LessonRow } }\n      objectives { id ...Objective }\n      notes { nodes { id ...NoteRow } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LeaderboardRow on LeaderboardEntry {\n    rank\n    score\n    categories\n    userId\n    user { id ...Person }\n  }\n"): (typeof documents)["\n  fragment LeaderboardRow on LeaderboardEntry {\n    rank\n    score\n    categories\n    userId\n    user { id ...Person }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Leaderboard($categories: [String!]!) {\n    me { id }\n    leaderboard(categories: $categories, first: 20) { edges { node { ...LeaderboardRow } } }\n    leaderboardRank(categories: $categories) { rank score }\n  }\n"): (typeof documents)["\n  query Leaderboard($categories: [String!]!) {\n    me { id }\n    leaderboard(categories: $categories, first: 20) { edges { node { ...LeaderboardRow } } }\n    leaderboardRank(categories: $categories) { rank score }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;