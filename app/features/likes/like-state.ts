/** Whether a member likes a track, and how many members do. */
export interface LikeState {
  isLiked: boolean;
  likeCount: number;
}
