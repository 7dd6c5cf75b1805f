/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends {
    [key: string]: unknown;
}> = {
    [K in keyof T]: T[K];
};
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | {
    [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never;
};
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Type of an ATO alert. */
export type AtoAlertType = 
/** Failure. */
'ERROR'
/** Information. */
 | 'INFO'
/** Success. */
 | 'SUCCESS'
/** Something needs attention. */
 | 'WARNING';
/** Status of an ATO request. */
export type AtoStatus = 
/** The request cannot proceed until someone takes action. */
'ACTION_REQUIRED'
/** The request is completed. */
 | 'COMPLETED'
/** The request is being processed. */
 | 'IN_PROGRESS'
/** Work on the request has not started. */
 | 'NOT_STARTED'
/** The request is under review. */
 | 'UNDER_REVIEW';
/** Input of `createNote`. */
export type CreateNoteInput = {
    /** ID of the class that the note is about. The platform adds its course. */
    classId?: string | null | undefined;
    /** ID of the course that the note is about. */
    courseId?: string | null | undefined;
    /** ID of the lesson that the note is about. The platform adds its course. */
    lessonId?: string | null | undefined;
    /** ID of the student that the note is about, from `ClassStudent.id`. The platform adds the user, class and courses. */
    studentId?: string | null | undefined;
    /** Text of the note. */
    text: string;
    /** ID of the user that the note is about. */
    userId?: string | null | undefined;
};
/** Reason for a gap in a stream. */
export type GapReason = 
/** Your cursor can no longer be verified; the stream restarts at your oldest retained event. */
'CURSOR_UNKNOWN'
/** The event log was reset or lost its most recent events. */
 | 'LOG_REPLACED'
/** Events after your cursor have expired or exceeded the retention limit. */
 | 'TRIMMED'
/** A change on the platform could not be written to the event log. */
 | 'UPSTREAM_INCOMPLETE';
/** Input of `sendNotification`. */
export type SendNotificationInput = {
    /** View of the app to open. */
    path?: string | null | undefined;
    /** Whether to store the notification and list it for the receiver. If false, it is only pushed. */
    persist?: boolean;
    /** ID of the user who receives the notification. */
    receiverId: string;
    /** Text of the notification, with placeholders for `textParameters` if there are any. */
    text: string;
    /** Values for the placeholders in the text. */
    textParameters?: string | null | undefined;
};
/** Input of `submitScore`. */
export type SubmitScoreInput = {
    /**
     * Categories that the score counts in. At least one is required. A single category must not contain a comma: the platform
     * would split it.
     */
    categories: Array<string>;
    /** The score, in the app's own unit. */
    score: number;
};
export type AtoProgressFragment = {
    __typename: 'AtoRequest';
    id: string;
    status: AtoStatus | null;
    complete: boolean | null;
    cancellable: boolean | null;
    distributions: Array<{
        __typename: 'AtoDistribution';
        distributionId: string | null;
        name: string | null;
        version: string | null;
    }>;
};
export type AtoRequestQueryVariables = Exact<{
    requestId: string;
}>;
export type AtoRequestQuery = {
    atoRequest: {
        __typename: 'AtoRequest';
        id: string;
        status: AtoStatus | null;
        complete: boolean | null;
        cancellable: boolean | null;
        distributions: Array<{
            __typename: 'AtoDistribution';
            distributionId: string | null;
            name: string | null;
            version: string | null;
        }>;
    } | null;
};
export type AtoRequestChangedSubscriptionVariables = Exact<{
    requestId: string;
    after?: string | null | undefined;
}>;
export type AtoRequestChangedSubscription = {
    atoRequestChanged: {
        __typename: 'AtoRequestChangedEvent';
        cursor: string;
        gap: {
            __typename: 'StreamGap';
            reason: GapReason;
        } | null;
        request: {
            __typename: 'AtoRequest';
            id: string;
            status: AtoStatus | null;
            complete: boolean | null;
            cancellable: boolean | null;
            distributions: Array<{
                __typename: 'AtoDistribution';
                distributionId: string | null;
                name: string | null;
                version: string | null;
            }>;
        } | null;
    } | null;
};
export type AtoAlertRaisedSubscriptionVariables = Exact<{
    requestId: string;
    after?: string | null | undefined;
}>;
export type AtoAlertRaisedSubscription = {
    atoAlertRaised: {
        __typename: 'AtoAlertRaisedEvent';
        cursor: string;
        gap: {
            __typename: 'StreamGap';
            reason: GapReason;
        } | null;
        alert: {
            __typename: 'AtoAlert';
            title: string;
            text: string;
            type: AtoAlertType | null;
            raisedAt: string | null;
        } | null;
    } | null;
};
export type PersonFragment = {
    __typename: 'User';
    id: string;
    handle: string | null;
    firstName: string | null;
    lastName: string | null;
    country: string | null;
    profilePic: string | null;
    anonymous: boolean;
};
export type ClassCardFragment = {
    __typename: 'Class';
    id: string;
    name: string | null;
    viewerStudentId: string | null;
    course: {
        __typename: 'Course';
        id: string;
        name: string | null;
        description: string | null;
        coverPhoto: string | null;
    } | null;
};
export type CourseCardFragment = {
    __typename: 'Course';
    id: string;
    name: string | null;
    description: string | null;
    coverPhoto: string | null;
};
export type NoteRowFragment = {
    __typename: 'Note';
    id: string | null;
    text: string | null;
    lessonId: string | null;
};
export type NotificationRowFragment = {
    __typename: 'Notification';
    id: string | null;
    text: string | null;
    textParameters: string | null;
    path: string | null;
    createdDate: string | null;
    acknowledged: boolean | null;
};
export type LeaderboardRowFragment = {
    __typename: 'LeaderboardEntry';
    rank: number | null;
    score: number | null;
    categories: Array<string> | null;
    userId: string | null;
    user: {
        __typename: 'User';
        id: string;
        handle: string | null;
        firstName: string | null;
        lastName: string | null;
        country: string | null;
        profilePic: string | null;
        anonymous: boolean;
    } | null;
};
export type ViewerQueryVariables = Exact<{
    [key: string]: never;
}>;
export type ViewerQuery = {
    me: {
        __typename: 'User';
        email: string | null;
        position: string | null;
        userType: string | null;
        id: string;
        handle: string | null;
        firstName: string | null;
        lastName: string | null;
        country: string | null;
        profilePic: string | null;
        anonymous: boolean;
    } | null;
};
export type ClassesQueryVariables = Exact<{
    first?: number;
    after?: string | null | undefined;
}>;
export type ClassesQuery = {
    classes: {
        __typename: 'ClassConnection';
        totalCount: number | null;
        edges: Array<{
            __typename: 'ClassEdge';
            cursor: string;
            node: {
                __typename: 'Class';
                id: string;
                name: string | null;
                viewerStudentId: string | null;
                course: {
                    __typename: 'Course';
                    id: string;
                    name: string | null;
                    description: string | null;
                    coverPhoto: string | null;
                } | null;
            };
        }>;
        pageInfo: {
            __typename: 'PageInfo';
            hasNextPage: boolean;
            endCursor: string | null;
        };
    } | null;
};
export type ClassDetailQueryVariables = Exact<{
    id: string;
}>;
export type ClassDetailQuery = {
    class: {
        __typename: 'Class';
        joinCode: string | null;
        id: string;
        name: string | null;
        viewerStudentId: string | null;
        instructors: Array<{
            __typename: 'ClassInstructor';
            id: string;
            userId: string | null;
            user: {
                __typename: 'User';
                id: string;
                handle: string | null;
                firstName: string | null;
                lastName: string | null;
                country: string | null;
                profilePic: string | null;
                anonymous: boolean;
            } | null;
            details: {
                __typename: 'ProfileDetails';
                position: string | null;
                role: string | null;
            } | null;
        }> | null;
        students: Array<{
            __typename: 'ClassStudent';
            id: string;
            userId: string | null;
            user: {
                __typename: 'User';
                id: string;
                handle: string | null;
                firstName: string | null;
                lastName: string | null;
                country: string | null;
                profilePic: string | null;
                anonymous: boolean;
            } | null;
            details: {
                __typename: 'ProfileDetails';
                position: string | null;
                role: string | null;
            } | null;
        }> | null;
        notes: Array<{
            __typename: 'Note';
            id: string | null;
            text: string | null;
            lessonId: string | null;
        }> | null;
        course: {
            __typename: 'Course';
            id: string;
            name: string | null;
            description: string | null;
            coverPhoto: string | null;
        } | null;
    } | null;
};
export type CoursesQueryVariables = Exact<{
    first?: number;
    after?: string | null | undefined;
}>;
export type CoursesQuery = {
    courses: {
        __typename: 'CourseConnection';
        totalCount: number | null;
        edges: Array<{
            __typename: 'CourseEdge';
            cursor: string;
            node: {
                __typename: 'Course';
                id: string;
                name: string | null;
                description: string | null;
                coverPhoto: string | null;
            };
        }>;
        pageInfo: {
            __typename: 'PageInfo';
            hasNextPage: boolean;
            endCursor: string | null;
        };
    } | null;
};
export type CourseDetailQueryVariables = Exact<{
    id: string;
    studentId: string;
    forStudent: boolean;
}>;
export type CourseDetailQuery = {
    course: {
        __typename: 'Course';
        id: string;
        name: string | null;
        description: string | null;
        coverPhoto: string | null;
        levels: Array<{
            __typename: 'Level';
            id: string;
            name: string | null;
            lessons: Array<{
                __typename: 'Lesson';
                id: string;
                name: string | null;
                description: string | null;
                isAssessment: boolean | null;
                expectedCompletionTime: number | null;
                locked?: boolean | null;
            }> | null;
        }> | null;
        objectives: Array<{
            __typename: 'CourseObjective';
            id: string;
            name: string | null;
            performance: {
                __typename: 'ObjectivePerformance';
                skill: number | null;
                skillDescription: string | null;
                score: number | null;
            } | null;
        }> | null;
        notes: Array<{
            __typename: 'Note';
            id: string | null;
            text: string | null;
            lessonId: string | null;
        }> | null;
    } | null;
};
export type LeaderboardQueryVariables = Exact<{
    categories: Array<string> | string;
    first?: number;
    after?: string | null | undefined;
}>;
export type LeaderboardQuery = {
    leaderboard: {
        __typename: 'LeaderboardConnection';
        totalCount: number | null;
        edges: Array<{
            __typename: 'LeaderboardEdge';
            cursor: string;
            node: {
                __typename: 'LeaderboardEntry';
                rank: number | null;
                score: number | null;
                categories: Array<string> | null;
                userId: string | null;
                user: {
                    __typename: 'User';
                    id: string;
                    handle: string | null;
                    firstName: string | null;
                    lastName: string | null;
                    country: string | null;
                    profilePic: string | null;
                    anonymous: boolean;
                } | null;
            };
        }>;
        pageInfo: {
            __typename: 'PageInfo';
            hasNextPage: boolean;
            endCursor: string | null;
        };
    } | null;
    leaderboardRank: {
        __typename: 'LeaderboardEntry';
        rank: number | null;
        score: number | null;
    } | null;
};
export type NotificationsQueryVariables = Exact<{
    first?: number;
    after?: string | null | undefined;
}>;
export type NotificationsQuery = {
    me: {
        __typename: 'User';
        id: string;
        notifications: {
            __typename: 'NotificationConnection';
            edges: Array<{
                __typename: 'NotificationEdge';
                cursor: string;
                node: {
                    __typename: 'Notification';
                    id: string | null;
                    text: string | null;
                    textParameters: string | null;
                    path: string | null;
                    createdDate: string | null;
                    acknowledged: boolean | null;
                };
            }>;
            pageInfo: {
                __typename: 'PageInfo';
                hasNextPage: boolean;
                endCursor: string | null;
            };
        } | null;
    } | null;
};
export type NotificationReceivedSubscriptionVariables = Exact<{
    after?: string | null | undefined;
}>;
export type NotificationReceivedSubscription = {
    notificationReceived: {
        __typename: 'NotificationReceivedEvent';
        cursor: string;
        replayed: boolean;
        gap: {
            __typename: 'StreamGap';
            reason: GapReason;
        } | null;
        notification: {
            __typename: 'Notification';
            id: string | null;
            text: string | null;
            textParameters: string | null;
            path: string | null;
            createdDate: string | null;
            acknowledged: boolean | null;
        } | null;
    } | null;
};
export type AcknowledgeNotificationMutationVariables = Exact<{
    notificationId: string;
}>;
export type AcknowledgeNotificationMutation = {
    acknowledgeNotification: {
        __typename: 'AcknowledgeNotificationPayload';
        notificationId: string;
        notification: {
            __typename: 'Notification';
            id: string | null;
            text: string | null;
            textParameters: string | null;
            path: string | null;
            createdDate: string | null;
            acknowledged: boolean | null;
        } | null;
    } | null;
};
export type SendNotificationMutationVariables = Exact<{
    input: SendNotificationInput;
}>;
export type SendNotificationMutation = {
    sendNotification: {
        __typename: 'SendNotificationPayload';
        streamed: boolean | null;
        notification: {
            __typename: 'Notification';
            id: string | null;
            text: string | null;
            textParameters: string | null;
            path: string | null;
            createdDate: string | null;
            acknowledged: boolean | null;
        } | null;
    } | null;
};
export type CreateNoteMutationVariables = Exact<{
    input: CreateNoteInput;
}>;
export type CreateNoteMutation = {
    createNote: {
        __typename: 'CreateNotePayload';
        note: {
            __typename: 'Note';
            id: string | null;
            text: string | null;
            lessonId: string | null;
        } | null;
    } | null;
};
export type DeleteNoteMutationVariables = Exact<{
    noteId: string;
}>;
export type DeleteNoteMutation = {
    deleteNote: {
        __typename: 'DeleteNotePayload';
        deletedId: string;
    } | null;
};
export type SubmitScoreMutationVariables = Exact<{
    input: SubmitScoreInput;
}>;
export type SubmitScoreMutation = {
    submitScore: {
        __typename: 'SubmitScorePayload';
        entry: {
            __typename: 'LeaderboardEntry';
            rank: number | null;
            score: number | null;
            categories: Array<string> | null;
            userId: string | null;
            user: {
                __typename: 'User';
                id: string;
                handle: string | null;
                firstName: string | null;
                lastName: string | null;
                country: string | null;
                profilePic: string | null;
                anonymous: boolean;
            } | null;
        } | null;
    } | null;
};
export type BeginSignInMutationVariables = Exact<{
    redirectUri: string;
}>;
export type BeginSignInMutation = {
    beginSignIn: {
        __typename: 'BeginSignInPayload';
        url: string;
        state: string;
        codeVerifier: string;
    } | null;
};
export type ExchangeCodeMutationVariables = Exact<{
    code: string;
    codeVerifier: string;
}>;
export type ExchangeCodeMutation = {
    exchangeCode: {
        __typename: 'ExchangeCodePayload';
        token: {
            __typename: 'AuthToken';
            accessToken: string | null;
            refreshToken: string | null;
        } | null;
    } | null;
};
export type RefreshSessionMutationVariables = Exact<{
    refreshToken: string;
}>;
export type RefreshSessionMutation = {
    refreshSession: {
        __typename: 'RefreshSessionPayload';
        token: {
            __typename: 'AuthToken';
            accessToken: string | null;
            refreshToken: string | null;
        } | null;
    } | null;
};
export type SignOutMutationVariables = Exact<{
    [key: string]: never;
}>;
export type SignOutMutation = {
    signOut: {
        __typename: 'SignOutPayload';
        signedOut: boolean;
    } | null;
};
export declare const AtoProgressFragmentDoc: DocumentNode<AtoProgressFragment, unknown>;
export declare const ClassCardFragmentDoc: DocumentNode<ClassCardFragment, unknown>;
export declare const CourseCardFragmentDoc: DocumentNode<CourseCardFragment, unknown>;
export declare const NoteRowFragmentDoc: DocumentNode<NoteRowFragment, unknown>;
export declare const NotificationRowFragmentDoc: DocumentNode<NotificationRowFragment, unknown>;
export declare const PersonFragmentDoc: DocumentNode<PersonFragment, unknown>;
export declare const LeaderboardRowFragmentDoc: DocumentNode<LeaderboardRowFragment, unknown>;
export declare const AtoRequestDocument: DocumentNode<AtoRequestQuery, AtoRequestQueryVariables>;
export declare const AtoRequestChangedDocument: DocumentNode<AtoRequestChangedSubscription, AtoRequestChangedSubscriptionVariables>;
export declare const AtoAlertRaisedDocument: DocumentNode<AtoAlertRaisedSubscription, AtoAlertRaisedSubscriptionVariables>;
export declare const ViewerDocument: DocumentNode<ViewerQuery, ViewerQueryVariables>;
export declare const ClassesDocument: DocumentNode<ClassesQuery, ClassesQueryVariables>;
export declare const ClassDetailDocument: DocumentNode<ClassDetailQuery, ClassDetailQueryVariables>;
export declare const CoursesDocument: DocumentNode<CoursesQuery, CoursesQueryVariables>;
export declare const CourseDetailDocument: DocumentNode<CourseDetailQuery, CourseDetailQueryVariables>;
export declare const LeaderboardDocument: DocumentNode<LeaderboardQuery, LeaderboardQueryVariables>;
export declare const NotificationsDocument: DocumentNode<NotificationsQuery, NotificationsQueryVariables>;
export declare const NotificationReceivedDocument: DocumentNode<NotificationReceivedSubscription, NotificationReceivedSubscriptionVariables>;
export declare const AcknowledgeNotificationDocument: DocumentNode<AcknowledgeNotificationMutation, AcknowledgeNotificationMutationVariables>;
export declare const SendNotificationDocument: DocumentNode<SendNotificationMutation, SendNotificationMutationVariables>;
export declare const CreateNoteDocument: DocumentNode<CreateNoteMutation, CreateNoteMutationVariables>;
export declare const DeleteNoteDocument: DocumentNode<DeleteNoteMutation, DeleteNoteMutationVariables>;
export declare const SubmitScoreDocument: DocumentNode<SubmitScoreMutation, SubmitScoreMutationVariables>;
export declare const BeginSignInDocument: DocumentNode<BeginSignInMutation, BeginSignInMutationVariables>;
export declare const ExchangeCodeDocument: DocumentNode<ExchangeCodeMutation, ExchangeCodeMutationVariables>;
export declare const RefreshSessionDocument: DocumentNode<RefreshSessionMutation, RefreshSessionMutationVariables>;
export declare const SignOutDocument: DocumentNode<SignOutMutation, SignOutMutationVariables>;
export {};
