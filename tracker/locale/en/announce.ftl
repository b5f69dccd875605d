# What the referee says. BALL, BALLS: a ball or a list of balls; POCKET: a pocket. Forms: see the language's grammar.

ruling-open = Decision open.
ruling-correction = Correction.
ruling-correction-of = Correction, stroke { $n }.
ruling-no-foul = No foul.
ruling-goes-on = The game goes on.
ruling-still-in = { $player } is still in.
ruling-legal = Legal stroke.
ruling-undone = Taken back.

# Where balls go back. `it` is the ball named before.
spot-list = Spot: { $places }.
spot-restore = Put back: { $places }.
spot-not = Not spotted: { BALLS($balls, form: "the") }.
place-foot-spot = { BALL($ball) } to the foot spot
place-head-spot = { BALL($ball) } to the head spot
place-centre-spot = { BALL($ball) } to the centre spot
place-behind-it = { BALL($ball) } behind it
place-before-it = { BALL($ball) } in front of it
place-behind-foot = { BALL($ball) } on the long string, { $cm ->
    [one] 1 centimetre
   *[other] { $cm } centimetres
    } behind the foot spot
place-before-foot = { BALL($ball) } on the long string, { $cm ->
    [one] 1 centimetre
   *[other] { $cm } centimetres
    } in front of the foot spot
place-right-of-foot = { BALL($ball) } on the foot string, { $cm ->
    [one] 1 centimetre
   *[other] { $cm } centimetres
    } to the right of the foot spot
place-left-of-foot = { BALL($ball) } on the foot string, { $cm ->
    [one] 1 centimetre
   *[other] { $cm } centimetres
    } to the left of the foot spot
place-on-long = { BALL($ball) } on the long string, { $cm ->
    [one] 1 centimetre
   *[other] { $cm } centimetres
    } from the head cushion
place-right = { BALL($ball) }, { $cm ->
    [one] 1 centimetre
   *[other] { $cm } centimetres
    } from the head cushion, { $across ->
    [one] 1 centimetre
   *[other] { $across } centimetres
    } to the right of the long string
place-left = { BALL($ball) }, { $cm ->
    [one] 1 centimetre
   *[other] { $cm } centimetres
    } from the head cushion, { $across ->
    [one] 1 centimetre
   *[other] { $across } centimetres
    } to the left of the long string

# Fouls
say-foul = Foul by { $player }: { $reasons }.
say-foul-nobody = Foul: { $reasons }.
foul-with-ball = { $reason } ({ BALL($ball) })
foul-with-clause = { $reason } ({ $clause })
say-third-foul = { $n ->
    [one] Third foul in a row: 1 point off.
   *[other] Third foul in a row: { $n } points off.
    }
say-unsporting = Unsporting conduct by { $player }: { $n ->
    [one] 1 point off.
   *[other] { $n } points off.
    }
foul-unknown = breach of the rules
foul-no_object_ball = no object ball hit
foul-wrong_ball_first = wrong ball first
foul-simultaneous_first_contact = two balls hit at once
foul-no_cushion = no cushion after contact
foul-frozen_ball_not_driven = frozen ball: no pocket and no new cushion after the hit
foul-frozen_ball_not_driven-ball = the frozen { BALL($ball) }: no pocket and no new cushion after the hit
foul-scratch = scratch
foul-scratch-ball = { BALL($ball, form: "the") } pocketed
foul-cue_ball_off_table = cue ball off the table
foul-cue_ball_off_table-ball = { BALL($ball, form: "the") } off the table
foul-object_ball_off_table = object ball off the table
foul-object_ball_off_table-ball = { BALL($ball, form: "the") } off the table
foul-jumped_object_ball = object ball off the table
foul-jumped_object_ball-ball = { BALL($ball, form: "the") } off the table
foul-touched_ball = ball touched
foul-touched_ball-ball = { BALL($ball, form: "the") } touched
foul-no_foot = no foot on the floor
foul-balls_moving = balls still moving
foul-illegal_jump = illegal jump
foul-third_ball_disturbed = third ball disturbed
foul-double_hit = double hit
foul-push = push stroke
foul-kitchen_placement = cue ball not behind the head string
foul-kitchen_not_crossed = head string not crossed before contact
foul-not_tip = not struck with the tip
foul-placed_with_tip_forward = cue ball moved forward with the tip while placing
foul-returned_by_object = ball returned by a foreign object
foul-table_marked = table marked
foul-gap_measured = gap measured with an aid
foul-illegal_break = illegal break
foul-safety_break = safety on the break
foul-wrong_cue_ball_on_break = wrong cue ball on the break
foul-not_from_kitchen = break not from the kitchen
foul-not_foot_rack_first = foot rack not hit first
foul-cue_ball_first_on_break = crazy cue ball hit first on the break
foul-not_open_break = break not open
foul-touched_ball_while_sticking = ball touched while the stick lay on the table
foul-whammy_on_bonus_stroke = whammy sunk on the bonus stroke
foul-lag_side_cushion = side cushion touched on the lag
foul-lag_crossed = crossed into the other half on the lag
foul-lag_pocketed = ball pocketed on the lag
foul-lag_no_foot_cushion = foot cushion not reached on the lag
foul-lag_in_jaws = ball at rest in a pocket's jaws on the lag
foul-lag_off_table = ball off the table on the lag
foul-unsporting = unsporting conduct

# The log, token by token
log-FOUL = Foul: { $reason }.
log-SCORE = { $p } scores { BALLS($balls, form: "the") }.
log-PILE = { $p } puts { BALLS($balls, form: "the") } on the pile.
log-PENALTY = { $p } pays { BALLS($balls, form: "the") } as penalty.
log-SPOT = { UPPER($named) } { $n ->
    [one] is spotted.
   *[other] are spotted.
    }
log-OWES = { $n ->
    [one] { $p } owes { $q } a ball.
   *[other] { $p } owes { $q } { $n } balls.
    }
log-OWES-TABLE = { $n ->
    [one] { $p } owes the table a ball.
   *[other] { $p } owes the table { $n } balls.
    }
log-PAID = { $p } pays { $q } { BALLS($balls, form: "the") }: debt paid.
log-PAID-TABLE = { $p } pays the table { BALLS($balls, form: "the") }: debt paid.
log-STICK = The stick lies on the table: no stroke now.
log-UNSTICK = The stick is lifted.
log-WHAMMY = { $p } sinks { BALL($ball, form: "the") }: whammy number { $n }.
log-GIVE = { $p } gives { $q } { BALLS($balls, form: "the") }.
log-TAKE = { $p } takes { BALLS($balls, form: "the") } from { $q }.
log-SWAP = { $p } and { $q } swap: { BALL($ball, form: "the") } for { BALL($other, form: "the") }.
log-NO_SWAP = No swap between { $p } and { $q }.
log-NOTHING = { $p } has nothing to give.
log-REDRAW = { $p } draws a new pea.
log-RETURN = { $p } returns { BALLS($balls, form: "the") }.
log-REPOSITION = { $p } places { BALL($ball, form: "the") }.
log-REPOSITION-extra = { $p } also moves { BALL($ball, form: "the") }.
log-REPOSITION-dead = { $p } puts { BALL($ball, form: "the") } back: it does not count.
log-REPLACE_PRE_BREAK = { UPPER($named) } goes back to its place in the rack.
log-OUT = { $p } is out: { $reason }.
log-BUST = { $p } has gone over: bust.
log-DISQUALIFIED = { $p } did not declare the bust in time: disqualified.
log-CLAIM_REJECTED = { $p } is not on the final score: claim rejected.
log-WIN = { $p } wins.
log-PREDICTION = { $p } forecasts { $points ->
    [one] 1 point
   *[other] { $points } points
    } with { $n ->
    [one] 1 ball.
   *[other] { $n } balls.
    }
log-PREDICTION_MET = { $p }: forecast met.
log-PREDICTION_MISSED = { $p }: forecast missed.
log-REMOVE = { $p } takes { BALLS($balls, form: "the") } off the pile.
log-IN_HAND = { $p } has { BALLS($balls, form: "the") } in hand behind the head string.
log-IN_HAND-anywhere = { $p } has { BALLS($balls, form: "the") } in hand anywhere.
log-NEXT = Next: { $p }, stroke { $n }.
log-COIN_FLIP = Level: a coin decides between { NAMES($players) }.
log-END_OF_BALLS = No numbered ball is left.
log-STROKE_WHILE_STUCK = Stroke while the stick lay on the table: the referee decides.
log-POINTS = { $p }: { $n ->
    [one] 1 point.
   *[other] { $n } points.
    }
log-GROUPS-solids = { $p } plays solids.
log-GROUPS-stripes = { $p } plays stripes.
log-CALL = { $p } calls { BALL($ball, form: "the") } in { POCKET($pocket, form: "the") }.
log-CALL_MADE = Called ball made.
log-CALL_MISSED = Call not made.
log-SAFETY = { $p } plays safe.
log-PUSH_OUT = { $p } pushes out.
log-FOUL_RUN = { $p }: { $n ->
    [one] 1 foul.
   *[other] { $n } fouls in a row.
    }
log-WARN-two_fouls = { $p } is on two fouls. A third in a row has its penalty.
log-WARN = { $p } is warned.
log-OPTIONS = { $p } may choose: { $options }.
log-CHOICE = { $p } chooses: { $option }.
log-RERACK = Rack { $n ->
    [one] 1 ball.
   *[other] { $n } balls.
    }
log-PLACE-head_spot = { UPPER($named) } goes to the head spot.
log-PLACE-centre_spot = { UPPER($named) } goes to the centre spot.
log-PLACE-foot_spot = { UPPER($named) } goes to the foot spot.
log-LAG = { $p } wins the lag.
log-REPLAY_LAG = The lag is played again.
log-DRAW = Draw: { $reason }.
log-LOSS = { $p } loses: { $reason }.
log-RACK = Rack to { $p }.

# Reasons for losing, leaving, winning, drawing
reason-unknown = by the rules
reason-disqualified = bust not declared in time
reason-fourth_whammy = fourth whammy
reason-three_fouling_innings = third fouling inning in a row
reason-left = left the game
reason-conceded = conceded
reason-three_fouls = three fouls in a row
reason-eight_early = the 8 before its turn
reason-eight_on_foul = the 8 with a foul
reason-eight_wrong_pocket = the 8 in a wrong pocket
reason-eight_off_table = the 8 off the table
reason-eight_with_last_ball = the 8 together with the last own ball
reason-eight_on_safety = the 8 on a safety
reason-eight_not_called = the 8 without a call
reason-nobody_left = nobody left in the game
reason-eight_made = the 8 made
reason-nine_made = the 9 made
reason-target_reached = target reached
reason-final_score = final score reached
reason-stalemate = nobody tried any more
reason-unsporting = unsporting conduct
reason-last_player = last player left
reason-end_of_balls = most points when the balls ran out
reason-tie_pea = level on points, the pea nearer to 8
reason-tie_balls = level on points and pea, more balls
reason-coin = by the coin
reason-lag = nearer to the head cushion
reason-races = enough racks won
reason-excluded = excluded by the referee
reason-override = the referee's decision

# What a player may choose
option-accept = play from the position
option-kitchen = cue ball in hand behind the head string
option-anywhere = cue ball in hand anywhere
option-rerack-i-break = a new rack and the break
option-rerack-you-break = a new rack, the other player breaks
option-rebreak = the breaker breaks again
option-spot-8 = spot the 8 and play on
option-open = open table
option-play = play
option-give-back = give the shot back
option-push-out = push-out
option-bonus = bonus stroke
option-safety = safety
option-called = called shot
option-break = break
option-pass = let the other break
option-solids = solids
option-stripes = stripes
option-true = yes
option-false = no
option-win = final score reached
option-bust = gone over

# The score, and who is next
score-points = { $player }: { $n ->
    [one] 1 point
   *[other] { $n } points
    }
score-points-minus = { $player }: { $n ->
    [one] minus 1 point
   *[other] minus { $n } points
    }
score-racks = { $player } { $n }
score-list = { $scores }.
score-racks-list = Racks: { $scores }.
score-stash = { $player }: { $balls ->
    [one] 1 ball
   *[other] { $balls } balls
    }, { $n ->
    [one] 1 point
   *[other] { $n } points
    }
score-stash-none = { $player }: no balls
score-owes = { $player } owes: { $whom }
score-table = the table
score-one-to-win = { $player } needs one more ball to win.
next-player = { $player } to play.
next-stroke = { $player } again, stroke { $n }.
next-again = { $player } plays on.
next-break = { $player } to break.
next-lag = The lag is next.
next-on-ball = On { BALL($ball, form: "the") }.
next-on-solids = On solids.
next-on-stripes = On stripes.
next-on-open = The table is open.
next-in-hand = Ball in hand.
next-in-hand-behind-head-string = Ball in hand behind the head string.
next-in-hand-named = { UPPER($named) } in hand.
next-in-hand-behind-head-string-named = { UPPER($named) } in hand behind the head string.
next-options = May choose: { $options }.
over-match = { $winner } wins the match: { $reason }.
over-match-lost = { $loser } loses: { $reason }. { $winner } wins the match.
over-set = { $winner } wins the set: { $reason }.
over-set-lost = { $loser } loses: { $reason }. { $winner } wins the set.
over-rack = { $winner } wins the rack: { $reason }.
over-rack-lost = { $loser } loses: { $reason }. { $winner } wins the rack.
over-nobody = The game is over: { $reason }.
player-seat = Player { $n }
stroke-legal = Stroke { $n }: legal
stroke-foul = Stroke { $n }: foul
more-events = and { $n } more between other balls
stroke-open = Stroke { $n }: decision open

# A replay at a terminal.
told-stroke = stroke { $n }
told-between = between strokes
told-legal = legal
told-foul = foul
told-open = open
told-waits = { $verdict }; who is next waits for an answer
told-strokes = { $n ->
    [one] { $n } stroke ruled
   *[other] { $n } strokes ruled
    }
told-none-ruled = no stroke could be ruled as { $game } (seen: { $n }): the lines above say why. Is it the game (--game) and the set (--balls) that lie on the table? --game none tells the strokes alone
told-fouls = { $n ->
    [one] { $n } foul
   *[other] { $n } fouls
    }
told-asked = the game waits for an answer: { $question } Add it to the records as an `input` (docs/RECORDS.md says how) and rule them again with `callshot replay --from strokes`
